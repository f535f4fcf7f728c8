"""Ways to break one node of a syntax tree, each as small as a slip of the hand."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any, Final

OTHER_COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
}
OTHER_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
ONE_SIDED: Final = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod)
"""Arithmetic whose operands cannot be exchanged."""
OTHER_FUNCTIONS: Final = {
    "any": "all",
    "all": "any",
    "min": "max",
    "max": "min",
    "sorted": "list",
    "reversed": "iter",
}


def changes(node: ast.AST) -> list[ast.AST]:
    """Every way to break this node itself, in a fixed order; its children are looked at alone."""
    operator = OPERATORS.get(type(node))
    return [] if operator is None else list(operator(node))


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    new = deepcopy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _drop_each(nodes: Sequence[Any]) -> Iterator[list[Any]]:
    for number in range(len(nodes)):
        yield [*nodes[:number], *nodes[number + 1 :]]


def _negated(test: ast.expr) -> Iterator[ast.expr]:
    """A condition turned round; a comparison and a `not` are turned round where they stand."""
    plain = isinstance(test, ast.Compare) and len(test.ops) == 1
    if not plain and not isinstance(test, ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), test)


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    for number, sign in enumerate(node.ops):
        for other in OTHER_COMPARISONS[type(sign)]:
            yield _with(node, ops=[*node.ops[:number], other(), *node.ops[number + 1 :]])


def _bool(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for values in _drop_each(node.values):
        yield values[0] if len(values) == 1 else _with(node, values=values)


def _arithmetic(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in OTHER_ARITHMETIC:
        yield _with(node, op=OTHER_ARITHMETIC[type(node.op)]())
    if isinstance(node.op, ONE_SIDED):
        yield _with(node, left=node.right, right=node.left)


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    match node.value:
        case bool():
            yield _with(node, value=not node.value)
        case int():
            yield _with(node, value=node.value + 1)
            if node.value > 0:
                yield _with(node, value=node.value - 1)
        case str() if node.value and " " not in node.value:
            # Names of rules, phases and notation; sentences for people are left as they are.
            yield _with(node, value=node.value + "x")


def _display(node: ast.Tuple | ast.List | ast.Set) -> Iterator[ast.AST]:
    is_value = isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load)
    if is_value and len(node.elts) > 1:
        yield from (_with(node, elts=elements) for elements in _drop_each(node.elts))


def _dictionary(node: ast.Dict) -> Iterator[ast.AST]:
    pairs = zip(_drop_each(node.keys), _drop_each(node.values), strict=True)
    yield from (_with(node, keys=keys, values=values) for keys, values in pairs)


def _call(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in OTHER_FUNCTIONS:
        ordering = name in ("sorted", "reversed")
        new = ast.Name(OTHER_FUNCTIONS[name], ast.Load())
        yield _with(node, func=new, keywords=[] if ordering else node.keywords)
    for number, keyword in enumerate(node.keywords):
        if keyword.arg != "strict":
            # Lists that have to be equally long are so while nothing else is broken.
            rest = [*node.keywords[:number], *node.keywords[number + 1 :]]
            yield _with(node, keywords=rest)


def _slice(node: ast.Subscript) -> Iterator[ast.AST]:
    if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
        yield node.value


def _branch(node: ast.If | ast.While | ast.IfExp) -> Iterator[ast.AST]:
    yield from (_with(node, test=test) for test in _negated(node.test))


def _comprehension(node: ast.comprehension) -> Iterator[ast.AST]:
    for number, test in enumerate(node.ifs):
        rest = [*node.ifs[:number], *node.ifs[number + 1 :]]
        yield _with(node, ifs=rest)
        yield from (_with(node, ifs=[*rest, other]) for other in _negated(test))


def _return(node: ast.Return) -> Iterator[ast.AST]:
    # None instead of a constant is no slip of the hand, and False is taken for the same.
    if node.value is not None and not isinstance(node.value, ast.Constant):
        yield _with(node, value=ast.Constant(None))


def _expression(node: ast.Expr) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call):
        yield ast.Pass()


def _assignment(node: ast.Assign) -> Iterator[ast.AST]:
    # Without a value for a name there is only a NameError, which any test sees.
    if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        yield ast.Pass()


def _left_out(_: ast.stmt) -> Iterator[ast.AST]:
    yield ast.Pass()


def _continue(_: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


def _break(_: ast.Break) -> Iterator[ast.AST]:
    yield ast.Continue()


OPERATORS: Final[dict[type[ast.AST], Callable[[Any], Iterator[ast.AST]]]] = {
    ast.Compare: _compare,
    ast.BoolOp: _bool,
    ast.BinOp: _arithmetic,
    ast.UnaryOp: _unary,
    ast.Constant: _constant,
    ast.Tuple: _display,
    ast.List: _display,
    ast.Set: _display,
    ast.Dict: _dictionary,
    ast.Call: _call,
    ast.Subscript: _slice,
    ast.If: _branch,
    ast.While: _branch,
    ast.IfExp: _branch,
    ast.comprehension: _comprehension,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.Assign: _assignment,
    ast.AugAssign: _left_out,
    ast.Raise: _left_out,
    ast.Delete: _left_out,
    ast.Continue: _continue,
    ast.Break: _break,
}
