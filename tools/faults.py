"""Faults that a programmer could make, for `make mutants`: each changes one place in the text of a module.

Only the bodies of functions are changed, and all other lines stay as they are. A fault is one of these:

- A comparison is turned around, or its limit is moved (`<` becomes `<=`). `in` becomes `not in`.
- `and` becomes `or`, `not` disappears, `True` becomes `False`, a whole number becomes the next one, `+` becomes `-`.
- The condition of an `if`, an early exit, a conditional expression or a comprehension always holds, or never.
- A function returns None. If it answers a question, it always says yes, or always no.
- A call or an assignment to a field is left out.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
LOGS = {"log", "logger", "logging", "warnings"}  # what a log says is no promise
CONDITIONS = (ast.If, ast.IfExp, ast.While)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Fault:
    """One change of a file: the bytes from `start` to `end` become `new`."""

    path: str  # of the file, from the root of the project
    function: str  # such as `Hub.stream`
    line: int
    statement: int  # the first line of the innermost statement; a test that reaches it may notice the fault
    start: int
    end: int
    new: str
    before: str  # the changed lines without the fault and with it, each as one line
    after: str

    def planted(self, source: bytes) -> bytes:
        """The file's text with the fault."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    @property
    def name(self) -> tuple[str, str, str, str]:
        """File, function and both texts: stays the same when lines are added elsewhere in the file."""
        return self.path, self.function, self.before, self.after


def faults_in(path: str, source: bytes) -> list[Fault]:
    """All faults that can be planted in a file, in the order of its text."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda fault: (fault.start, fault.end, fault.new))


class _Finder(ast.NodeVisitor):
    """Walks through a file, and knows in which function and statement it is."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source, self.found = path, source, set[Fault]()
        self.starts = [0]  # where each line starts, in bytes
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.names: list[str] = []
        self.functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        self.statement = 0

    def visit(self, node: ast.AST) -> None:
        """Looks at a node and at everything in it."""
        if isinstance(node, ast.ClassDef):
            self._within(node, [])
        elif isinstance(node, FUNCTIONS):
            self._within(node, [node])
        elif not self.functions:
            self.generic_visit(node)
        else:
            outside = self.statement
            self.statement = node.lineno if isinstance(node, ast.stmt) else outside
            if not _is_about_a_log(node):
                self._plant(node)
                for child in ast.iter_child_nodes(node):
                    if not (isinstance(node, ast.AnnAssign) and child is node.annotation):
                        self.visit(child)
            self.statement = outside

    def _within(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, functions: list) -> None:
        """Goes into the body. Decorators and default values are left alone: they run once, when a module is read."""
        outside, self.functions = self.functions, [*self.functions, *functions] if functions else []
        self.names.append(node.name)
        for child in node.body:
            self.visit(child)
        self.names.pop()
        self.functions = outside

    def _plant(self, node: ast.AST) -> None:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                old, new = COMPARISONS[type(op)]
                self._between([left, right], old, new)
            case ast.BoolOp(op=ast.And(), values=values):
                self._between(values, "and", "or")
            case ast.BoolOp(op=ast.Or(), values=values):
                self._between(values, "or", "and")
            case ast.BinOp(left=left, op=ast.Add(), right=right) if not _is_text(left) and not _is_text(right):
                self._between([left, right], r"\+", "-")
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                self._between([left, right], "-", "+")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._replace(node, self._text(operand))
            case ast.Constant(value=bool() as value):
                self._replace(node, str(not value))
            case ast.Constant(value=int() as value):
                self._replace(node, str(value + 1))
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                answers = self.functions[-1].returns
                is_question = isinstance(answers, ast.Name) and answers.id == "bool"
                for new in ("True", "False") if is_question else ("None",):
                    self._replace(value, new)
            case ast.Expr(value=ast.Call() | ast.Await()):
                self._replace(node, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.AugAssign():
                self._replace(node, "pass")
            case ast.comprehension(ifs=conditions):
                for condition in conditions:
                    self._replace(condition, "True")
        if isinstance(node, CONDITIONS) and not _names_something(node.test):
            self._replace(node.test, "False")
            if not isinstance(node, ast.While):  # one that never ends says nothing
                self._replace(node.test, "True")

    # --- The text of a node, and a change of it.

    def _place(self, node: ast.AST) -> tuple[int, int]:
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.AST) -> str:
        start, end = self._place(node)
        return self.source[start:end].decode()

    def _replace(self, node: ast.AST, new: str) -> None:
        self._change(*self._place(node), new)

    def _between(self, nodes: list[ast.expr], old: str, new: str) -> None:
        """Changes the operators between operands."""
        places = [self._place(node) for node in nodes]
        operator = re.compile((rf"\b{old}\b" if old[0].isalpha() else old).encode())
        start, end = places[0][1], places[-1][0]
        text = b""
        for (_, after), (before, until) in pairwise(places):
            text += operator.sub(new.encode(), self.source[after:before], count=1)
            text += self.source[before:until] if before != end else b""
        self._change(start, end, text.decode())

    def _change(self, start: int, end: int, new: str) -> None:
        first = self.source.rfind(b"\n", 0, start) + 1
        last = self.source.find(b"\n", end)
        lines = self.source[first:last]
        changed = self.source[first:start] + new.encode() + self.source[end:last]
        texts = [" ".join(text.decode().split()) for text in (lines, changed)]
        line = self.source.count(b"\n", 0, start) + 1
        where = (self.path, ".".join(self.names), line, self.statement)
        self.found.add(Fault(*where, start, end, new, *texts))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _names_something(node: ast.expr) -> bool:
    """Whether a condition also gives a name to its value. Without it, what follows would fail for another reason."""
    return any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node))


def _is_about_a_log(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name.lower() in LOGS
        case ast.Expr(value=value):
            return _is_about_a_log(value)
        case ast.JoinedStr():
            return True  # text for people
    return False


# --- Which statements a test reaches: before each one in a function stands a call that writes its line down.


def with_probes(source: bytes, path: str, number: int) -> ast.Module:
    """The module of a file. Each statement of its functions first calls `__reached__(number, line)`."""
    tree = _Probes(number).visit(ast.parse(source, path))
    assert isinstance(tree, ast.Module)
    return ast.fix_missing_locations(tree)


class _Probes(ast.NodeTransformer):
    def __init__(self, number: int) -> None:
        self.number, self.is_inside = number, False

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST]:
        outside = self.is_inside
        self.is_inside = isinstance(node, FUNCTIONS) or (outside and not isinstance(node, ast.ClassDef))
        self.generic_visit(node)
        self.is_inside = outside
        if not outside or not isinstance(node, ast.stmt) or (isinstance(node, ast.Expr) and _is_text(node.value)):
            return node  # a docstring stays the first statement of its function
        where: list[ast.expr] = [ast.Constant(self.number), ast.Constant(node.lineno)]
        probe = ast.Expr(ast.Call(ast.Name("__reached__", ast.Load()), where, []))
        return [ast.copy_location(probe, node), node]
