"""Loads the bordereaux every night at 02:00 UTC, and reads what the run says of itself.

Copy it into the DAGs folder and set the paths. Needs apache-airflow-providers-apache-beam for the first DAG, apache-airflow-providers-apache-spark for
the second. Airflow's operators tell a failed run from one that ended, and no exit code from another: the summary file says why.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

from airflow import DAG
from airflow.operators.python import BranchPythonOperator, PythonOperator
from airflow.providers.apache.beam.operators.beam import BeamRunJavaPipelineOperator
from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator

HOME = "/opt/tidemark"
CONFIG = "/etc/tidemark/tidemark.yaml"
SUMMARY = "/var/lib/tidemark/{{ ts_nodash }}.json"

# The same for every attempt of a run: an attempt after one that succeeded does nothing and says so.
OPTIONS = {
    "config": CONFIG,
    "runId": "{{ run_id }}",
    "runTimestamp": "{{ data_interval_end | ts }}",
    "summaryFile": SUMMARY,
}

EVERY_NIGHT = {
    "schedule": "0 2 * * *",
    "start_date": datetime(2024, 6, 1, tzinfo=timezone.utc),
    # a run takes whatever is new since the last one: nights that were missed need not be caught up, and two never run at once
    "catchup": False,
    "max_active_runs": 1,
    "default_args": {
        "retries": 3,
        "retry_delay": timedelta(minutes=5),
        "retry_exponential_backoff": True,
        "execution_timeout": timedelta(hours=4),
    },
}


def branch(summary_file: str) -> str:
    """Nothing new needs no refresh of what is built on the marts."""
    with open(summary_file, encoding="utf-8") as file:
        outcome = json.load(file)["outcome"]
    return "refresh_dashboards" if outcome in ("LOADED", "PARTIAL") else "nothing_new"


def read(dag: DAG, run) -> None:
    """What follows a run, whichever operator launched it."""
    look = BranchPythonOperator(task_id="look", dag=dag, python_callable=branch, op_args=[SUMMARY])
    refresh = PythonOperator(task_id="refresh_dashboards", dag=dag, python_callable=lambda: None)
    nothing = PythonOperator(task_id="nothing_new", dag=dag, python_callable=lambda: None)
    run >> look >> [refresh, nothing]


# On the worker of Airflow itself: java -jar, Spark in local mode.
with DAG("tidemark_nightly", **EVERY_NIGHT) as nightly:
    check = BeamRunJavaPipelineOperator(
        task_id="check",
        jar=f"{HOME}/tidemark.jar",
        runner="SparkRunner",
        pipeline_options={"pipeline": "check", "config": CONFIG},
    )
    load = BeamRunJavaPipelineOperator(
        task_id="load",
        jar=f"{HOME}/tidemark.jar",
        runner="SparkRunner",
        pipeline_options={"sparkMaster": "local[4]", **OPTIONS},
    )
    check >> load
    read(nightly, load)

# On a Spark cluster: spark-submit with the bundled jar, the master in the connection.
with DAG("tidemark_nightly_on_spark", **EVERY_NIGHT) as nightly_on_spark:
    submit = SparkSubmitOperator(
        task_id="load",
        application=f"{HOME}/tidemark-bundled.jar",
        java_class="dev.tidemark.runners.Main",
        conn_id="spark_default",
        driver_memory="2g",
        executor_memory="4g",
        application_args=["--runner=SparkRunner"] + [f"--{name}={value}" for name, value in OPTIONS.items()],
    )
    read(nightly_on_spark, submit)
