"""The stub of the compiled module: it says what is there, and documents all of it."""

from __future__ import annotations

import ast
import inspect
import pydoc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import meridians

STUB = ast.parse(Path(meridians.__file__).with_name("_core.pyi").read_text("utf-8"))
ALLOWED = Path(__file__).with_name("stubtest_allowlist.txt")
Function = ast.FunctionDef


def is_setter(node: Function) -> bool:
    return any(ast.unparse(mark).endswith(".setter") for mark in node.decorator_list)


def definitions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.ClassDef | Function]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node.name, node
            yield from definitions(node.body, f"{node.name}.")
        elif isinstance(node, Function) and not any(
            ast.unparse(mark).endswith(".setter") for mark in node.decorator_list
        ):
            yield prefix + node.name, node


DEFINITIONS = dict(definitions(STUB.body))
PUBLIC = {name: node for name, node in DEFINITIONS.items() if not name.rpartition(".")[2].startswith("_")}


def is_plain_class(node: ast.ClassDef | Function) -> bool:
    return isinstance(node, ast.ClassDef) and not node.bases


def runtime(name: str) -> Any:
    value: Any = meridians
    for part in name.split("."):
        value = getattr(value, part)
    return value


@pytest.mark.tree
def test_stubtest_agrees_with_the_compiled_module() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "meridians._core", "--allowlist", str(ALLOWED)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ALLOWED.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Success" in done.stdout


def test_the_package_exports_what_the_stub_has() -> None:
    top = {name for name in PUBLIC if "." not in name}
    assert top | {"FEATURES", "PLANES", "__version__"} == set(meridians.__all__)
    assert len(set(meridians.__all__)) == len(meridians.__all__)
    for name in meridians.__all__:
        assert getattr(meridians, name) is getattr(meridians._core, name)


@pytest.mark.parametrize("name", list(PUBLIC))
def test_every_public_name_has_a_docstring(name: str) -> None:
    node = PUBLIC[name]
    text = ast.get_docstring(node)
    assert text, name
    assert text[0].isupper() or text[0] in "`:", text
    assert text.rstrip().endswith((".", ":")), text
    assert inspect.getdoc(runtime(name)) == text, "what help() shows is what the stub says"


def test_every_attribute_of_the_stub_is_there_and_no_other() -> None:
    for name, node in PUBLIC.items():
        if isinstance(node, ast.ClassDef) and not issubclass(runtime(name), Exception):
            public = {key for key in vars(runtime(name)) if not key.startswith("_")}
            assert public == {key.partition(".")[2] for key in PUBLIC if key.startswith(f"{name}.")}


def signature_in_stub(node: Function) -> list[tuple[str, object]]:
    arguments = [*node.args.posonlyargs, *node.args.args]
    defaults = [inspect.Parameter.empty] * (len(arguments) - len(node.args.defaults))
    defaults += [ast.literal_eval(default) for default in node.args.defaults]
    arguments += node.args.kwonlyargs
    defaults += [ast.literal_eval(default) for default in node.args.kw_defaults if default]
    return [(argument.arg, default) for argument, default in zip(arguments, defaults, strict=True)]


FUNCTIONS = {
    name: node
    for name, node in PUBLIC.items()
    if isinstance(node, Function) and not any(ast.unparse(mark) == "property" for mark in node.decorator_list)
}
CONSTRUCTORS = {name.partition(".")[0]: node for name, node in DEFINITIONS.items() if name.endswith(".__new__")}


@pytest.mark.parametrize("name", [*FUNCTIONS, *CONSTRUCTORS])
def test_help_shows_the_signature_of_the_stub(name: str) -> None:
    node = FUNCTIONS.get(name) or CONSTRUCTORS[name]
    assert isinstance(node, Function)
    expected = [parameter for parameter in signature_in_stub(node) if parameter[0] not in ("self", "cls")]
    signature = inspect.signature(runtime(name))
    parameters = [parameter for parameter in signature.parameters.values() if parameter.name != "self"]
    assert [(parameter.name, parameter.default) for parameter in parameters] == expected
    keywords = [argument.arg for argument in node.args.kwonlyargs]
    assert [parameter.name for parameter in parameters if parameter.kind is inspect.Parameter.KEYWORD_ONLY] == keywords
    others = [parameter for parameter in parameters if parameter.name not in keywords]
    assert all(parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for parameter in others)
    shown = pydoc.render_doc(runtime(name), renderer=pydoc.plaintext)
    for parameter, default in expected:
        assert (parameter if default is inspect.Parameter.empty else f"{parameter}={default!r}") in shown


@pytest.mark.parametrize("name", [name for name, node in PUBLIC.items() if is_plain_class(node)])
def test_classes_are_final_as_the_stub_says(name: str) -> None:
    node = DEFINITIONS[name]
    assert isinstance(node, ast.ClassDef)
    assert [ast.unparse(mark) for mark in node.decorator_list] == ["final"]
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Sub", (runtime(name),), {})
    assert runtime(name).__module__ == "meridians"
    assert not hasattr(runtime(name), "__dict__") or "__dict__" not in vars(runtime(name))
