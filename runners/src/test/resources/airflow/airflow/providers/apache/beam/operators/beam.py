# SPDX-License-Identifier: Apache-2.0
from airflow import Operator


class BeamRunJavaPipelineOperator(Operator):
    """Runs `java -jar JAR`, or `java -cp JAR CLASS`, then --runner and one argument an option: True is a bare name, False is left out."""

    def __init__(self, jar, runner="DirectRunner", job_class=None, default_pipeline_options=None, pipeline_options=None, **settings):
        super().__init__(**settings)
        self.jar = jar
        self.runner = runner
        self.job_class = job_class
        self.options = {**(default_pipeline_options or {}), **(pipeline_options or {})}

    def argv(self):
        java = ["java", "-cp", self.jar, self.job_class] if self.job_class else ["java", "-jar", self.jar]
        return java + [f"--runner={self.runner}"] + [arg for name, value in self.options.items() for arg in option(name, value)]


def option(name, value):
    if value is None or value is True:
        return [f"--{name}"]
    if value is False:
        return []
    if isinstance(value, list):
        return [f"--{name}={each}" for each in value]
    return [f"--{name}={value}"]
