# SPDX-License-Identifier: Apache-2.0
"""Reads a DAG file and prints, as JSON, what each of its tasks would run, its templates filled in from the arguments NAME=VALUE.

read_dag.py FILE NAME=VALUE...             the command line of every task that has one, by DAG and task
read_dag.py FILE --follow DAG TASK ARG...  which task follows a branching one whose function gets these arguments
"""

import importlib.util
import json
import re
import sys

from airflow import DAG

spec = importlib.util.spec_from_file_location("dag_file", sys.argv[1])
spec.loader.exec_module(importlib.util.module_from_spec(spec))

if sys.argv[2:3] == ["--follow"]:
    dag_id, task_id, *args = sys.argv[3:]
    task = next(t for d in DAG.all if d.dag_id == dag_id for t in d.tasks if t.task_id == task_id)
    chosen = task.python_callable(*args)
    if chosen not in [each.task_id for each in task.downstream]:
        sys.exit(f"{task_id} leads to {chosen}, which does not follow it")
    print(chosen)
else:
    context = dict(pair.split("=", 1) for pair in sys.argv[2:])

    def rendered(text):
        return re.sub(r"{{ (.*?) }}", lambda found: context[found.group(1)], text)

    print(json.dumps({d.dag_id: {t.task_id: [rendered(arg) for arg in t.argv()] for t in d.tasks if t.argv()} for d in DAG.all}))
