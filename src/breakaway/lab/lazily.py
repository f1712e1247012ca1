"""Machine code only for what Python calls: rules that compiled drivers call stay LLVM's bitcode.

Numba by itself optimises each function with all that it calls and makes machine code of it, so that a rule at the
bottom is optimised and translated again for each function above it: a third of all time that compiling took. Here a
function is linked to what it calls and left as it is; what Python calls, a driver, is optimised and translated once, as
a whole. This overrides inner parts of Numba: where they have other names, Numba goes on as it is, only slower.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target

OVERRIDDEN = ("_optimize_final_module", "_finalize_final_module", "serialize_using_object_code")
NEEDED = (*OVERRIDDEN, "_finalize_dynamic_globals", "_verify_declare_only_symbols", "_get_module_for_linking")


class Lazy(JITCodeLibrary):
    """A compiled function and those that it calls: optimised and translated when its address is asked for."""

    translated = False
    _compiled_object: Any = None

    def _optimize_final_module(self) -> None:
        """Left out until `translate`."""

    def _finalize_final_module(self) -> None:
        """The module is whole now, and can be linked and kept on disk."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True
        if self._compiled_object:
            self.translate()

    def translate(self) -> None:
        """Optimises, makes machine code (or takes that from disk) and tells the code its functions' environments."""
        self.translated = True
        if not self._compiled_object:
            super()._optimize_final_module()
            self._final_module.verify()
        super()._finalize_final_module()
        codegen: Any = self._codegen
        for each in self._final_module.global_variables:
            found = lookup_environment(each.name) if each.name.startswith("_ZN08NumbaEnv") else None
            if found is not None:
                codegen.set_env(each.name, found)

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function, 0 if it is not here."""
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
        """What is kept on disk: machine code if there is any."""
        if self.translated:
            return super().serialize_using_object_code()
        self._ensure_finalized()
        return self.name, "bitcode", self._get_module_for_linking().as_bitcode()


def compile_lazily() -> None:
    """From now on, everything that Numba compiles is translated only when Python calls it."""
    if not all(hasattr(JITCodeLibrary, name) for name in NEEDED):
        return
    codegen: Any = cpu_target.target_context.codegen()
    at_once = codegen.set_env

    def set_env(name: str, env: Any) -> None:  # what was not translated has no place for it yet
        if codegen._engine.get_global_value_address(name):
            at_once(name, env)

    codegen._library_class, codegen.set_env = Lazy, set_env
