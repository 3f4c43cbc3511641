# SPDX-License-Identifier: Apache-2.0
from airflow import Operator


class PythonOperator(Operator):
    def __init__(self, python_callable, op_args=(), **settings):
        super().__init__(**settings)
        self.python_callable = python_callable
        self.op_args = list(op_args)


class BranchPythonOperator(PythonOperator):
    """Its function names the task that follows."""
