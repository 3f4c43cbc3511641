# SPDX-License-Identifier: Apache-2.0
from airflow import Operator


class SparkSubmitOperator(Operator):
    """Runs spark-submit with the connection's master, one flag a setting, then the application and its arguments."""

    MASTER = "spark://spark.example:7077"

    def __init__(
        self,
        application,
        java_class=None,
        conn_id="spark_default",
        conf=None,
        driver_memory=None,
        executor_memory=None,
        name="arrow-spark",
        application_args=None,
        **settings,
    ):
        super().__init__(**settings)
        self.application = application
        self.conf = conf or {}
        self.flags = {
            "--executor-memory": executor_memory,
            "--driver-memory": driver_memory,
            "--name": name,
            "--class": java_class,
        }
        self.application_args = application_args or []

    def argv(self):
        command = ["spark-submit", "--master", self.MASTER]
        for key, value in self.conf.items():
            command += ["--conf", f"{key}={value}"]
        for flag, value in self.flags.items():
            if value is not None:
                command += [flag, value]
        return command + [self.application] + self.application_args
