"""The colours of pictures: for light pages, for dark pages, and for print, which is black and white only.

What has to be told apart has the contrast that WCAG 2 asks for: 4.5 to 1 for text, 3 to 1 for marks and outlines. A
test computes it for every pair in :data:`PAIRS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["PAIRS", "THEMES", "Theme", "ThemeName", "blend", "contrast"]

ThemeName = Literal["light", "dark", "print"]


@dataclass(frozen=True)
class Theme:
    """The colours of a picture, each as ``#rrggbb``."""

    page: str
    text: str
    board: str
    edge: str
    grid: str
    light: str
    """Light's stones, what is written on them, and the line around them; then the same for Dark's."""
    on_light: str
    light_rim: str
    dark: str
    on_dark: str
    dark_rim: str
    token_on_light: str
    """The token on the stones of a threatened group, a third colour where there are colours."""
    token_on_dark: str
    rescue: str
    sight: str
    arrow: str
    light_area: str
    """Points on which only Light can place, and only Dark."""
    dark_area: str
    heat: tuple[str, str, str]
    """From the lowest number to the highest."""


THEMES: dict[str, Theme] = {
    "light": Theme(
        page="#fbf8f1",
        text="#3f382e",
        board="#ead9b5",
        edge="#8f7440",
        grid="#8f7440",
        light="#fffdf6",
        on_light="#26221d",
        light_rim="#26221d",
        dark="#2c2823",
        on_dark="#fffdf6",
        dark_rim="#14110e",
        token_on_light="#d22f1d",
        token_on_dark="#ff6b57",
        rescue="#0a6b3d",
        sight="#1d5fa8",
        arrow="#1d5fa8",
        light_area="#fdf6e3",
        dark_area="#c4a873",
        heat=("#ead9b5", "#f0a04b", "#c0402a"),
    ),
    "dark": Theme(
        page="#16181c",
        text="#dfe2e6",
        board="#2f343b",
        edge="#8d96a3",
        grid="#858e9a",
        light="#f4f1e8",
        on_light="#16181c",
        light_rim="#ffffff",
        dark="#0b0c0e",
        on_dark="#f4f1e8",
        dark_rim="#b4bcc8",
        token_on_light="#c8281a",
        token_on_dark="#ff6b57",
        rescue="#4fd08a",
        sight="#6db3ff",
        arrow="#6db3ff",
        light_area="#5b626d",
        dark_area="#16181c",
        heat=("#2f343b", "#7a4a20", "#c8741f"),
    ),
    "print": Theme(
        page="#ffffff",
        text="#000000",
        board="#ffffff",
        edge="#000000",
        grid="#000000",
        light="#ffffff",
        on_light="#000000",
        light_rim="#000000",
        dark="#000000",
        on_dark="#ffffff",
        dark_rim="#000000",
        token_on_light="#000000",
        token_on_dark="#ffffff",
        rescue="#000000",
        sight="#000000",
        arrow="#000000",
        light_area="#ffffff",
        dark_area="#d0d0d0",
        heat=("#ffffff", "#c4c4c4", "#8a8a8a"),
    ),
}

# What stands on what, and the least contrast between them: `light|light_rim` is the better of a stone's two colours,
# for a stone is seen if either its surface or its outline is.
PAIRS: tuple[tuple[str, str, float], ...] = (
    ("text", "page", 7.0),
    ("text", "board", 4.5),
    ("on_light", "light", 7.0),
    ("on_dark", "dark", 7.0),
    ("light", "dark", 7.0),
    ("light|light_rim", "board", 3.0),
    ("dark|dark_rim", "board", 3.0),
    ("light|light_rim", "light_area", 3.0),
    ("dark|dark_rim", "dark_area", 3.0),
    ("grid", "board", 3.0),
    ("edge", "page", 3.0),
    ("token_on_light", "light", 3.0),
    ("token_on_dark", "dark", 3.0),
    ("rescue", "board", 3.0),
    ("sight", "board", 3.0),
    ("arrow", "board", 3.0),
)


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours by WCAG 2, from 1 to 21."""

    def luminance(color: str) -> float:
        parts = (channel / 255 for channel in _channels(color))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def blend(ramp: tuple[str, str, str], share: float) -> str:
    """The colour at a share, from 0 to 1, of the way through a ramp of three."""
    start, end, rest = (ramp[0], ramp[1], 2 * share) if share < 0.5 else (ramp[1], ramp[2], 2 * share - 1)
    mixed = (round(a + (b - a) * rest) for a, b in zip(_channels(start), _channels(end), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
