"""A mistake that the user can fix, and a package that the user can install."""

EXTRAS = {  # the packages of each extra in pyproject.toml, by the names under which Python imports them
    "club": ("alembic", "sqlalchemy", "tzdata"),
    "web": ("fastapi", "starlette", "prometheus_client", "python_multipart", "segno", "uvicorn"),
    "postgres": ("psycopg",),
    "pdf": ("typst",),
    "lab": ("matplotlib", "numba", "llvmlite", "numpy", "polars", "scipy"),
    "dask": ("cloudpickle", "distributed", "fsspec"),
    "research": ("gymnasium", "pyspiel", "pettingzoo"),
}


class Trouble(Exception):
    """A wrong name, file or option. The message says what was wrong and what would be right."""


def what_to_install(error: ModuleNotFoundError, what: str, extra: str = "") -> str:
    """The sentence that names the package that `what` needs, and how to install it.

    An `extra` takes precedence over the one that the package belongs to. Returns an empty string if the package belongs
    to no extra: then the error is a bug.
    """
    package = (error.name or "").partition(".")[0]
    found = next((name for name, packages in EXTRAS.items() if package in packages), "")
    if not found:
        return ""
    return f"{what} needs the package {package}, which is not installed: pip install 'breakaway[{extra or found}]'"
