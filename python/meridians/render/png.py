"""PNG and GIF from SVG, by the packages of the extra ``png``: resvg draws, Pillow puts frames together.

Texts are drawn in the font that Pillow brings, so that a picture is the same on every machine, also on one without
fonts; only if there are other characters than ASCII the fonts of the system are asked for them.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["gif", "png"]


@cache
def _libraries() -> tuple[Any, Any, Any]:
    try:
        import resvg_py
        from PIL import Image, ImageFont
    except ModuleNotFoundError as error:
        if error.name not in ("resvg_py", "PIL"):
            raise
        message = "PNG and GIF need the extra png: pip install 'meridians[png]'"
        raise ModuleNotFoundError(message, name=error.name) from None
    return resvg_py, Image, ImageFont


def png(picture: str) -> bytes:
    """A PNG of an SVG, as wide as it says."""
    resvg, _, image_font = _libraries()
    font = image_font.load_default(size=16)
    with tempfile.TemporaryDirectory(prefix="meridians-") as folder:
        file = Path(folder) / "font.ttf"
        file.write_bytes(font.font_bytes)
        drawn = resvg.svg_to_bytes(
            svg_string=picture,
            font_files=[str(file)],
            skip_system_fonts=picture.isascii(),
            font_family=font.getname()[0],
            sans_serif_family=font.getname()[0],
        )
    return bytes(drawn)


def gif(pictures: Iterable[str], seconds: float, hold: float) -> bytes:
    """A GIF of pictures that are all of one size, which begins again for ever."""
    _, image, _ = _libraries()
    frames = []
    for picture in pictures:
        frame = image.open(io.BytesIO(png(picture))).convert("RGB")
        frames.append(frame.quantize(64, dither=image.Dither.NONE))
    times = [round(1000 * seconds)] * (len(frames) - 1) + [round(1000 * hold)]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()
