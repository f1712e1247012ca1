"""The lab: millions of matches, exact odds, reports (docs/lab.md).

`compiling`, `intrinsics` and `compile_cache` compile the rules. `simulate` and `dask_cluster` play, in `batches`;
`simulation_files` keep the results, `rerun_one` checks one. `report` and `compare` tell them, `vectors`, `odds` and
`review` serve research and people.
"""
