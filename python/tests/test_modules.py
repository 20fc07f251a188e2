"""The modules of the package use each other in one direction."""

import ast
import unittest
from pathlib import Path

import marey

FOLDER = Path(marey.__file__).parent


def uses(module):
    """The modules that a module imports, also within functions."""
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [name.name for name in node.names]


class Modules(unittest.TestCase):
    def test_no_modules_import_each_other_in_a_circle(self):
        modules = {path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__"}
        self.assertGreater(len(modules), 8)
        used = {module: set(uses(module)) & modules for module in modules}
        while used:
            lowest = {module for module, below in used.items() if not below & set(used)}
            self.assertTrue(lowest, f"in a circle, or above one: {sorted(used)}")
            used = {module: below for module, below in used.items() if module not in lowest}


if __name__ == "__main__":
    unittest.main()
