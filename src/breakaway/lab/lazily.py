"""Makes machine code only for functions that Python calls. Rules that compiled drivers call stay LLVM bitcode.

By default, Numba optimizes each function together with everything it calls and makes machine code from that. A rule
would then be optimized and translated again for each function that calls it. Here a function is only linked to the
functions that it calls. A driver, which Python calls, is optimized and translated once, as a whole. This saves a third
of the compile time for FATE, and a quarter for the race (processor time for random play, measured once). This module
overrides internals of Numba. If a version of Numba names them differently, compiling still works, only more slowly.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target

OVERRIDDEN = ("_optimize_final_module", "_finalize_final_module", "serialize_using_object_code")
NEEDED = (*OVERRIDDEN, "_finalize_dynamic_globals", "_verify_declare_only_symbols", "_get_module_for_linking")


class Lazy(JITCodeLibrary):
    """A compiled function together with the functions that it calls.

    It is optimized and translated when Python asks for its address.
    """

    translated = False
    _compiled_object: Any = None

    def _optimize_final_module(self) -> None:
        """Does nothing: `translate` optimizes later."""

    def _finalize_final_module(self) -> None:
        """Completes the module, so that it can be linked and kept on disk."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True
        if self._compiled_object:
            self.translate()

    def translate(self) -> None:
        """Optimizes the module and makes machine code, or takes the code from disk. Then adds the functions'
        environments.
        """
        self.translated = True
        if not self._compiled_object:
            self._keep_to_itself()
            super()._optimize_final_module()
            self._final_module.verify()
        super()._finalize_final_module()
        codegen: Any = self._codegen
        for each in self._final_module.global_variables:
            found = lookup_environment(each.name) if each.name.startswith("_ZN08NumbaEnv") else None
            if found is not None:
                codegen.set_env(each.name, found)

    def _keep_to_itself(self) -> None:
        """Hides the functions that were linked in from other modules, because nothing else can call these copies.

        So LLVM may specialize and inline them as it likes.
        """
        for each in self._final_module.functions:
            if not each.is_declaration and each.linkage == Linkage.linkonce_odr:
                each.linkage = Linkage.internal

    def get_pointer_to_function(self, name: str) -> int:
        """The address of the function called `name`, or 0 if this library does not define it."""
        self._ensure_finalized()
        if not self.translated:
            try:
                if self._final_module.get_function(name).is_declaration:
                    return 0
            except NameError:
                return 0
            self.translate()
        return int(super().get_pointer_to_function(name))

    def serialize_using_object_code(self) -> Any:
        """What to keep on disk: machine code if there is any, otherwise bitcode."""
        if self.translated:
            return super().serialize_using_object_code()
        self._ensure_finalized()
        return self.name, "bitcode", self._get_module_for_linking().as_bitcode()


def compile_lazily() -> None:
    """From now on, makes Numba translate each function only when Python calls it."""
    if not all(hasattr(JITCodeLibrary, name) for name in NEEDED):
        return
    codegen: Any = cpu_target.target_context.codegen()
    at_once = codegen.set_env

    def set_env(name: str, env: Any) -> None:  # untranslated code has no place for the environment yet
        if codegen._engine.get_global_value_address(name):
            at_once(name, env)

    codegen._library_class, codegen.set_env = Lazy, set_env
