// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.RunJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pipeline and its parameters as data, in the shape of the metadata of Dataflow Flex templates:
 * for the form of a scheduler or a portal.
 */
final class Template {

  private final NamedPipeline pipeline;

  private Template(NamedPipeline pipeline) {
    this.pipeline = pipeline;
  }

  static Template of(NamedPipeline pipeline) {
    return new Template(pipeline);
  }

  /** The template in lines of JSON. */
  String json() {
    Map<String, Object> template = new LinkedHashMap<>();
    template.put("name", pipeline.toString());
    template.put("description", pipeline.sentence() + ". It writes " + pipeline.writes() + ".");
    template.put("parameters", OwnOption.of(pipeline).stream().map(this::parameter).toList());
    return RunJson.pretty(template);
  }

  private Map<String, Object> parameter(OwnOption option) {
    Map<String, Object> parameter = new LinkedHashMap<>();
    parameter.put("name", option.name());
    parameter.put("label", option.parameter().label());
    parameter.put("helpText", option.description());
    parameter.put("groupName", option.parameter().group().title());
    parameter.put("isOptional", !isRequired(option));
    List<String> choices = choices(option);
    parameter.put("paramType", option.isFlag() ? "BOOLEAN" : choices.isEmpty() ? "TEXT" : "ENUM");
    if (!choices.isEmpty()) {
      parameter.put("enumOptions", choices.stream().map(Template::choice).toList());
    }
    if (!option.parameter().pattern().isEmpty()) {
      parameter.put("regexes", List.of(option.parameter().pattern()));
    }
    String absent = option.isChoiceOfPipeline() ? pipeline.toString() : option.absent();
    if (absent != null) {
      parameter.put("defaultValue", absent);
    }
    return parameter;
  }

  /** Whoever leaves the pipeline out gets another than this one, but for one of them. */
  private boolean isRequired(OwnOption option) {
    return option.isChoiceOfPipeline()
        ? !pipeline.toString().equals(option.absent())
        : option.isRequiredBy(pipeline);
  }

  private List<String> choices(OwnOption option) {
    return option.isChoiceOfPipeline()
        ? List.of(pipeline.toString())
        : new ArrayList<>(option.choices());
  }

  private static Map<String, Object> choice(String value) {
    Map<String, Object> choice = new LinkedHashMap<>();
    choice.put("value", value);
    choice.put("label", value);
    NamedPipeline.named(value).ifPresent(named -> choice.put("description", named.sentence()));
    return choice;
  }
}
