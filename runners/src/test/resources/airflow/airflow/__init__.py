# SPDX-License-Identifier: Apache-2.0
"""As much of Airflow as a DAG file needs to be read, and its operators' command lines to be built.

It stands in for a package that cannot be installed in a build from Maven alone. What it does is what the operators' own pages and sources say; see
each module.
"""


class DAG:
    """Collects the operators that are made inside of it."""

    current = None
    all = []

    def __init__(self, dag_id, **settings):
        self.dag_id = dag_id
        self.settings = settings
        self.tasks = []
        DAG.all.append(self)

    def __enter__(self):
        DAG.current = self
        return self

    def __exit__(self, *_):
        DAG.current = None


class Operator:
    """A task of a DAG; what it runs is said by its subclass."""

    def __init__(self, task_id, dag=None, **settings):
        self.task_id = task_id
        self.settings = settings
        self.downstream = []
        (dag or DAG.current).tasks.append(self)

    def __rshift__(self, other):
        self.downstream.extend(other if isinstance(other, list) else [other])
        return other

    def argv(self):
        return None
