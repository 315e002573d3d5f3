"""How kernels are compiled: every function is optimised once per entry point, not once per caller.

Left to itself, Numba optimises a compiled function together with all that it calls and emits machine code for it, then
does the same again for each of its callers, up to the top. Rules are deep trees of small functions, and Python calls
only a few of them, so most of that work would be thrown away. Here a kernel is two dispatchers: the one that Python
calls, which is compiled in full and cached, and behind it a *part* that stands for the kernel inside others. A part
ends as code to link; what it is linked into is optimised as a whole.
"""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, PassManager
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NoPythonSupportedFeatureValidation,
)
from numba.core.types import Dispatcher as DispatcherType


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel and of those that it calls, as it was lowered: nobody runs it before it is linked."""

    def finalize(self) -> None:
        """Link the kernels that this one calls; do not optimise, do not emit machine code."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):  # type: ignore[misc]
    """Lowers a kernel to a part."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower, and register the part under something that other kernels can refer to."""
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]

        def entry_point(*_: object) -> None:
            raise TypeError(f"{lowered.fndesc.qualname} has no machine code: call the kernel")

        state.targetctx.insert_user_function(entry_point, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=entry_point)
        return True


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's passes for native code, up to a part."""

    def define_pipelines(self) -> list[Any]:
        """The passes in order."""
        passes = PassManager("part")
        for usual in (DefaultPassBuilder.define_untyped_pipeline, DefaultPassBuilder.define_typed_pipeline):
            passes.passes.extend(usual(self.state).passes)
        passes.add_pass(NoPythonSupportedFeatureValidation, "only what can be compiled")
        passes.add_pass(IRLegalization, "legal before lowering")
        passes.add_pass(AnnotateTypes, "annotate types")
        passes.add_pass(PartLowering, "lower to a part")
        passes.add_pass(NoPythonBackend, "collect the result")
        passes.finalize()
        return [passes]


class PartDispatcher(CPUDispatcher):  # type: ignore[misc]
    """What other kernels call."""

    def __init__(self, py_func: Callable[..., Any], targetoptions: Mapping[str, Any]) -> None:
        no_wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(py_func, targetoptions={**targetoptions, **no_wrappers}, pipeline_class=PartCompiler)

    def add_overload(self, cres: Any) -> None:
        """Keep a part; Numba would also enter its machine code into the table by which Python calls it."""
        self.overloads[tuple(cres.signature.args)] = cres


class KernelDispatcher(CPUDispatcher):  # type: ignore[misc]
    """What Python calls. On other targets than the CPU Numba takes the function and its options from here."""

    def __init__(self, py_func: Callable[..., Any], *args: Any, **keywords: Any) -> None:
        super().__init__(py_func, *args, **keywords)
        self.part = PartDispatcher(py_func, self.targetoptions)

    @property
    def _numba_type_(self) -> Any:
        """How a kernel that calls this one sees it."""
        return DispatcherType(self.part)


def source_of(kernel: Any) -> Path | None:
    """The file of a function that was compiled for the CPU; None for anything else."""
    return Path(inspect.unwrap(kernel).__code__.co_filename) if isinstance(kernel, CPUDispatcher) else None
