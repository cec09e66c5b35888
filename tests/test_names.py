"""A module is what one gets by its name, and no other name of its package hides it."""

import sys
from importlib import import_module
from pkgutil import walk_packages

import upcard

VERBS = {"upcard.wagers"}  # a verb, whatever is imported; the package is reached by `from upcard.wagers import`
PROGRAMS = ("__main__", ".env")  # run when they are imported


def test_no_module_is_hidden_by_another_name_of_its_package() -> None:
    modules = [module.name for module in walk_packages(upcard.__path__, "upcard.")]
    for name in modules:
        if name not in VERBS and not name.endswith(PROGRAMS):
            package, _, module = name.rpartition(".")
            import_module(name)
            assert getattr(sys.modules[package], module) is sys.modules[name], name


def test_a_verb_is_no_module_whatever_is_imported() -> None:
    import_module("upcard.wagers")
    assert callable(upcard.wagers)
    assert upcard.wagers is import_module("upcard.api.registry").wagers
