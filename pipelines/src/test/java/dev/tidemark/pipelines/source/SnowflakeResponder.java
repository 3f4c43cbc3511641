// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Speaks Snowflake's protocol over HTTP on loopback, so far that the real driver logs in and runs
 * statements, whose answers a {@link Script} gives, in the JSON format. It has no engine: a
 * condition is recorded, never evaluated.
 */
final class SnowflakeResponder implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final Script<SnowflakeResult> script = new Script<>();
  private final List<JsonNode> logins = new CopyOnWriteArrayList<>();
  private volatile Script.@Nullable Refused refusedLogin;

  private SnowflakeResponder(HttpServer server) {
    this.server = server;
  }

  static SnowflakeResponder start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      SnowflakeResponder responder = new SnowflakeResponder(server);
      server.createContext("/", responder::serve);
      server.start();
      return responder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "jdbc:snowflake://127.0.0.1:"
        + server.getAddress().getPort()
        + "/?account=bdx&ssl=off&db=BDX&schema=PUBLIC&warehouse=ETL";
  }

  Script<SnowflakeResult> script() {
    return script;
  }

  /** What the driver sent when it logged in, once per connection. */
  List<JsonNode> logins() {
    return logins;
  }

  /** From now on no login succeeds. */
  void refuseLogins(int code, String message) {
    refusedLogin = new Script.Refused(code, "08001", message);
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = request(exchange);
      String path = exchange.getRequestURI().getPath();
      ObjectNode response;
      try {
        response = succeeded(answer(path, request));
      } catch (Script.Refused refused) {
        response = failed(refused);
      } catch (Script.HungUp e) {
        return;
      }
      byte[] body = JSON.writeValueAsBytes(response);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static JsonNode request(HttpExchange exchange) throws IOException {
    boolean isZipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    try (InputStream body =
        isZipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
      return JSON.readTree(body.readAllBytes());
    }
  }

  private @Nullable ObjectNode answer(String path, JsonNode request) {
    if (path.startsWith("/session/v1/login-request")) {
      return login(request);
    }
    return path.startsWith("/queries/v1/query-request") ? query(request) : null;
  }

  private static ObjectNode succeeded(@Nullable ObjectNode data) {
    ObjectNode response = JSON.createObjectNode();
    response.set("data", data);
    return response.putNull("message").putNull("code").put("success", true);
  }

  private static ObjectNode failed(Script.Refused refused) {
    ObjectNode response = JSON.createObjectNode();
    response.putObject("data").put("sqlState", refused.state()).put("errorCode", code(refused));
    return response
        .put("message", refused.getMessage())
        .put("code", code(refused))
        .put("success", false);
  }

  private static String code(Script.Refused refused) {
    return String.format("%06d", refused.code());
  }

  private ObjectNode login(JsonNode request) {
    Script.Refused refused = refusedLogin;
    if (refused != null) {
      throw refused;
    }
    logins.add(request.path("data"));
    ObjectNode data = JSON.createObjectNode();
    data.put("masterToken", "m").put("token", "t").put("serverVersion", "9.1.0");
    data.put("validityInSeconds", 3600).put("masterValidityInSeconds", 14400);
    data.put("displayUserName", "READER").put("firstLogin", false).put("sessionId", 1);
    data.set("parameters", parameters());
    data.putObject("sessionInfo")
        .put("databaseName", "BDX")
        .put("schemaName", "PUBLIC")
        .put("warehouseName", "ETL")
        .put("roleName", "READER");
    return data;
  }

  /** What an account says unless it is told otherwise. */
  private static ArrayNode parameters() {
    ArrayNode parameters = JSON.createArrayNode();
    parameters.addObject().put("name", "TIMEZONE").put("value", "America/Los_Angeles");
    parameters.addObject().put("name", "AUTOCOMMIT").put("value", true);
    parameters.addObject().put("name", "DATE_OUTPUT_FORMAT").put("value", "YYYY-MM-DD");
    parameters.addObject().put("name", "TIME_OUTPUT_FORMAT").put("value", "HH24:MI:SS");
    parameters.addObject().put("name", "BINARY_OUTPUT_FORMAT").put("value", "HEX");
    parameters
        .addObject()
        .put("name", "CLIENT_HONOR_CLIENT_TZ_FOR_TIMESTAMP_NTZ")
        .put("value", true);
    parameters.addObject().put("name", "JDBC_TREAT_DECIMAL_AS_INT").put("value", true);
    for (String kind : List.of("", "_NTZ", "_LTZ", "_TZ")) {
      parameters
          .addObject()
          .put("name", "TIMESTAMP" + kind + "_OUTPUT_FORMAT")
          .put("value", "YYYY-MM-DD HH24:MI:SS.FF3");
    }
    return parameters;
  }

  private ObjectNode query(JsonNode request) {
    List<String> bound = new ArrayList<>();
    JsonNode bindings = request.path("bindings");
    for (int i = 1; bindings.has(Integer.toString(i)); i++) {
      bound.add(bindings.path(Integer.toString(i)).path("value").asText());
    }
    SnowflakeResult result = script.result(request.path("sqlText").asText(), List.copyOf(bound));
    ObjectNode data = JSON.createObjectNode();
    data.set("parameters", parameters());
    ArrayNode types = data.putArray("rowtype");
    ArrayNode rows = data.putArray("rowset");
    SnowflakeResult shown =
        result == null
            ? SnowflakeResult.of(SnowflakeColumn.text("status", 80))
                .with(SnowflakeResult.row("Statement executed successfully."))
            : result;
    shown.columns().forEach(column -> types.add(describe(column)));
    shown.rows().forEach(row -> rows.add(JSON.valueToTree(row)));
    data.put("total", shown.rows().size()).put("returned", shown.rows().size());
    data.put("queryId", "01b-1").put("queryResultFormat", "json").put("version", 1);
    data.put("finalDatabaseName", "BDX").put("finalSchemaName", "PUBLIC");
    data.put("finalWarehouseName", "ETL").put("finalRoleName", "READER");
    data.put("numberOfBinds", bound.size()).put("arrayBindSupported", false);
    data.put("statementTypeId", result == null ? 0x4000 : 0x1000).put("sendResultTime", 1);
    return data;
  }

  private static ObjectNode describe(SnowflakeColumn column) {
    ObjectNode type = JSON.createObjectNode();
    type.put("name", column.name()).put("type", column.type()).put("nullable", true);
    type.put("database", "BDX").put("schema", "BDX").put("table", "T");
    type.put("precision", column.precision()).put("scale", column.scale());
    type.put("length", column.length()).put("byteLength", column.length());
    if (column.shown() != null) {
      type.put("extTypeName", column.shown());
    }
    return type.putNull("collation");
  }
}
