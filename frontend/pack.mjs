// Compiles Python beforehand, by the very interpreter that will run it: `node pack.mjs PROGRAM.zip LIBRARY.zip` writes
// over both. What a browser has to start is then read, not compiled; of the library only that is left which the program
// can come to: all that it imports anywhere, what these import in turn when they are loaded, and what Python starts with.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const PACKING = `
import ast, importlib.util, marshal, struct, sys, zipfile

UNCHECKED = struct.pack("<I", 1)  # Named by a hash that nobody compares: there are no sources beside it.
TEMPLATE = b"\\nFROM_KERNEL"  # Its source is read once more for each kernel.
NEVER = ("doctest", "multiprocessing", "pdb", "pydoc", "ssl", "unittest")  # No terminal, no processes, no tests.
# Loaded only when they are needed, and then by name; the last ones when something has gone wrong.
BY_NAME = ("encodings", "encodings.utf_8", "encodings.ascii", "encodings.cp437", "encodings.latin_1",
           "importlib.metadata", "importlib.readers", "traceback", "linecache", "tokenize")

def compiled(name, content, optimize):
    code = compile(content, name, "exec", dont_inherit=True, optimize=optimize)
    head = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(content)
    return name + "c", head + marshal.dumps(code)

def module_of(name):
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

def statements(tree, everywhere):
    """All of them, or those that are carried out when a module is loaded."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if everywhere or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from statements(node, everywhere)

def imported(name, source, everywhere):
    """Names that may be modules."""
    for node in statements(ast.parse(source), everywhere):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module_of(name) if name.endswith("/__init__.py") else module_of(name).rpartition(".")[0]
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module
            yield base
            yield from (f"{base}.{each.name}" for each in node.names)

def reached(library, wanted):
    """The files of the library that some modules need."""
    files = {module_of(name): name for name in library if name.endswith(".py")}
    found, left = set(), set(wanted)
    while left:
        module = left.pop()
        if module.partition(".")[0] in NEVER:
            continue
        parent = module.rpartition(".")[0]
        if parent in files and files[parent] not in found:
            left.add(parent)
        if module in files and files[module] not in found:
            found.add(files[module])
            # What we call ourselves may load more at any time, and what looks for resources does.
            late = module in wanted or module.startswith("importlib")
            left |= set(imported(files[module], library[files[module]], late))
    return found

def read(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}

def write(path, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)

def pack(started):
    program, library = read("/program.zip"), read("/library.zip")
    wanted = {each for name in program if name.endswith(".py") for each in imported(name, program[name], True)}
    kept = reached(library, {*wanted, *started, *BY_NAME})
    # Our classes are documented by what they say; the library's words are for people who read its sources.
    write("/library.zip", (compiled(name, library[name], 2) for name in kept))
    write("/program.zip", (
        compiled(name, content, 0) if name.endswith(".py") and TEMPLATE not in content else (name, content)
        for name, content in program.items()
    ))
`;

const FILES = { "/program.zip": process.argv[2], "/library.zip": process.argv[3] };
const python = await loadPyodide();
python.runPython("import sys; started = set(sys.modules)");
python.runPython(PACKING);
for (const [inside, outside] of Object.entries(FILES))
    python.FS.writeFile(inside, new Uint8Array(readFileSync(outside)));
python.runPython("pack(started)");
for (const [inside, outside] of Object.entries(FILES)) writeFileSync(outside, python.FS.readFile(inside));
