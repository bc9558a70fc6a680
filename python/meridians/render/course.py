"""A game ply by ply, whatever it is given as: a game, the main line of a record, or the line to a node of one."""

from __future__ import annotations

from dataclasses import dataclass, field

from meridians._core import GameState, Position, Record, RecordNode

__all__ = ["Course", "Played", "State", "ending_of", "last_move_of", "last_node", "stones_of"]

State = GameState | Position | Record | RecordNode
Played = GameState | Record | RecordNode


@dataclass
class Course:
    """What happened in a game; list items of ``positions`` and ``stages`` go by ply, from the start."""

    moves: list[str]
    removed: list[list[str]]
    """The stones that each move removed."""
    positions: list[Position]
    """What a record sets up after a ply is part of the position of that ply."""
    ending: str | None
    """How the game ended, in words, if it has."""
    source: Played
    nodes: list[RecordNode] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The ply at the end."""
        return len(self.moves)

    @property
    def size(self) -> str:
        """The board's size."""
        return self.positions[0].size

    def at(self, ply: int) -> GameState | RecordNode:
        """The game as it was after so many moves; as it ended, with a resignation, if these are all."""
        if self.nodes:
            return self.nodes[ply]
        assert isinstance(self.source, GameState)
        copy = self.source.copy()
        while copy.ply > ply:
            copy.undo()
        return copy

    def caption(self, ply: int) -> str:
        """The number and the name of the move after which a position stands, and at the end who has won."""
        words = f"{ply}: {self.moves[ply - 1]}" if ply else "Start"
        return f"{words}, {self.ending.partition(' by ')[0]}" if self.ending and ply == self.last else words

    @classmethod
    def of(cls, state: Played) -> Course:
        """The course of a game, of a record's main line, or of the line to a node."""
        if isinstance(state, GameState):
            positions = [state.start]
            for move in state.moves:
                positions.append(positions[-1].play(move))
            return cls(state.moves, state.removed, positions, ending_of(state), state)
        node = last_node(state) if isinstance(state, Record) else state
        line = [node]
        while (before := line[-1].parent) is not None:
            line.append(before)
        root, *others = reversed(line)
        course = cls([], [], [root.position], ending_of(state), state, [root])
        for node in others:
            position = node.position
            if node.move is None:
                course.positions[-1], course.nodes[-1] = position, node
                continue
            there = {*stones_of(course.positions[-1]), node.move} - {"pass", "keep", "swap"}
            gone = there - stones_of(position).keys()
            course.removed.append(sorted(gone, key=lambda point: (point[0], int(point[1:]))))
            course.moves.append(node.move)
            course.positions.append(position)
            course.nodes.append(node)
        return course


def stones_of(position: Position) -> dict[str, str]:
    """The colour of the stone on each point that has one."""
    return {point: color for color in ("light", "dark") for point in position.stones(color)}


def last_node(record: Record) -> RecordNode:
    """The end of the main line."""
    node = record.root
    while children := node.children:
        node = children[0]
    return node


def last_move_of(state: State) -> str | None:
    """The move that led to a state, if it is known."""
    if isinstance(state, Position):
        return None
    if isinstance(state, GameState):
        return state.moves[-1] if state.ply else None
    node: RecordNode | None = last_node(state) if isinstance(state, Record) else state
    while node is not None and node.move is None and not node.is_setup:
        node = node.parent
    return None if node is None else node.move


def ending_of(state: State) -> str | None:
    """How a game ended, in words; of a record what its result says, also where the moves do not show it."""
    if isinstance(state, RecordNode) and not state.children and not any(state.path):
        state = state.record
    if isinstance(state, Record):
        result = state.result
        if result.winner is None:
            return {"unknown": None, "void": "void"}.get(result.reason, f"draw by {result.reason}")
        winner, reason = result.winner, result.reason
    else:
        outcome = state.state().outcome if isinstance(state, RecordNode) else state.outcome
        if outcome is None:
            return None
        if outcome.winner is None:
            return f"draw by {outcome.reason}"
        winner, reason = outcome.winner, outcome.reason
    return f"{winner.title()} wins" + ("" if reason == "unknown" else f" by {reason}")
