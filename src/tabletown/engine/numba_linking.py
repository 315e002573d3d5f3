"""How Numba compiles and links kernels: every function is optimised once per entry point, not once per caller.

By default Numba optimises a function together with all that it calls and emits machine code for it, then does the same
again for each of its callers. Rules are deep trees of small functions of which Python calls only a few, so most of that
work would be wasted. Here a kernel has two dispatchers. Python calls the first, which is compiled in full and cached.
Other kernels call the second, the *linkable* one: it is compiled only to code that can be linked, and optimised as a
part of the kernel that it is linked into.
"""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from numba.core import types
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
from numba.np import arrayobj


def refuse_negative_indices() -> None:
    """Make Numba's bounds checks refuse negative indices, which it would count from the end of the array.

    Kernels never count from the end: where an index is negative, a number was not what its author believed. It holds
    for all that this process compiles from now on.
    """

    def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, length: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = index_as_it_is


class LinkableLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The unoptimised code of a kernel and of the kernels that it calls, to be linked into others."""

    def finalize(self) -> None:
        """Link the kernels that this one calls, without optimising or emitting machine code."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkableLowering(NativeLowering):  # type: ignore[misc]
    """The compiler pass that lowers a kernel to a `LinkableLibrary`."""

    _name = "linkable_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the kernel and register its library, so that other kernels can call it."""
        state.library = LinkableLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]

        def entry_point(*_: object) -> None:
            raise TypeError(f"{lowered.fndesc.qualname} has no machine code: call the kernel")

        state.targetctx.insert_user_function(entry_point, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=entry_point)
        return True


class LinkableCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's passes for native code, up to a `LinkableLibrary`."""

    def define_pipelines(self) -> list[Any]:
        """The list of compiler passes, in order."""
        passes = PassManager("linkable")
        for usual in (DefaultPassBuilder.define_untyped_pipeline, DefaultPassBuilder.define_typed_pipeline):
            passes.passes.extend(usual(self.state).passes)
        passes.add_pass(NoPythonSupportedFeatureValidation, "only what can be compiled")
        passes.add_pass(IRLegalization, "legal before lowering")
        passes.add_pass(AnnotateTypes, "annotate types")
        passes.add_pass(LinkableLowering, "lower to code to link")
        passes.add_pass(NoPythonBackend, "collect the result")
        passes.finalize()
        return [passes]


class LinkableDispatcher(CPUDispatcher):  # type: ignore[misc]
    """The dispatcher of a kernel that other kernels call."""

    def __init__(self, py_func: Callable[..., Any], targetoptions: Mapping[str, Any]) -> None:
        no_wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(py_func, targetoptions={**targetoptions, **no_wrappers}, pipeline_class=LinkableCompiler)

    def add_overload(self, cres: Any) -> None:
        """Keep compiled code. Numba would also register its machine code for calls from Python, which it lacks."""
        self.overloads[tuple(cres.signature.args)] = cres


class KernelDispatcher(CPUDispatcher):  # type: ignore[misc]
    """The dispatcher of a kernel that Python calls. For CUDA, Numba takes the function and its options from here."""

    def __init__(self, py_func: Callable[..., Any], *args: Any, **keywords: Any) -> None:
        super().__init__(py_func, *args, **keywords)
        self.linkable = LinkableDispatcher(py_func, self.targetoptions)

    @property
    def _numba_type_(self) -> Any:
        """The type by which other kernels call this one: that of the linkable dispatcher."""
        return types.Dispatcher(self.linkable)


def source_of(kernel: Any) -> Path | None:
    """The file of a function that was compiled for the CPU; None for anything else."""
    return Path(inspect.unwrap(kernel).__code__.co_filename) if isinstance(kernel, CPUDispatcher) else None
