"""Agents: whoever chooses moves, behind one protocol. See ``docs/agents.md``.

>>> from meridians import GameState
>>> from meridians.agents import Terms, parse_agent
>>> agent = parse_agent("flat:games=20")(Terms(seed=1))
>>> state = GameState()
>>> state.is_legal(agent.choose(state))
True
"""

from meridians.agents.base import RESIGN, Agent, AgentError, Factory, Terms
from meridians.agents.human import HumanAgent
from meridians.agents.levels import LEVELS, LevelRating, level_agent, measure_levels
from meridians.agents.program import ProgramAgent
from meridians.agents.resign import ResigningAgent
from meridians.agents.search import SearchAgent
from meridians.agents.simple import FlatAgent, RandomAgent
from meridians.agents.spec import AgentSpec, parse_agent

__all__ = [
    # the protocol
    "Agent",
    "AgentError",
    "Factory",
    "RESIGN",
    "Terms",
    # agents
    "FlatAgent",
    "HumanAgent",
    "ProgramAgent",
    "RandomAgent",
    "ResigningAgent",
    "SearchAgent",
    # by name
    "AgentSpec",
    "parse_agent",
    # levels of play
    "LEVELS",
    "LevelRating",
    "level_agent",
    "measure_levels",
]
