// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A Spark standalone cluster on this machine: a master and two workers, each a process, with the
 * jars of a Spark as it is installed and none of the product's.
 */
final class StandaloneCluster implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(2);
  private static final String HOST = "127.0.0.1";

  private final Path folder;
  private final Path sparkHome;
  private final int port = freePort();
  private final int webPort = freePort();
  private final ChildJava master;
  private final List<ChildJava> workers = new ArrayList<>();

  private StandaloneCluster(Path sparkHome, Path folder) {
    this.sparkHome = sparkHome;
    this.folder = folder;
    master =
        daemon(
            "master",
            "org.apache.spark.deploy.master.Master",
            "--host",
            HOST,
            "--port",
            "" + port,
            "--webui-port",
            "" + webPort);
  }

  /** Starts a cluster that has its workers. */
  static StandaloneCluster start(Path sparkHome, Path folder) {
    StandaloneCluster cluster = new StandaloneCluster(sparkHome, folder);
    cluster.addWorker();
    cluster.addWorker();
    cluster.master.waitUntil("two workers are there", () -> cluster.aliveWorkers() == 2, START);
    return cluster;
  }

  String url() {
    return "spark://" + HOST + ":" + port;
  }

  /** Submits in client mode: the driver is the process that is started. */
  ChildJava submit(Path jar, String name, List<String> arguments) {
    return ChildJava.start(
        folder,
        name,
        environment(),
        Stream.of(
                sparkJava("512m"),
                List.of("org.apache.spark.deploy.SparkSubmit", "--master", url()),
                List.of("--deploy-mode", "client", "--class", Main.class.getName()),
                List.of("--conf", "spark.driver.host=" + HOST),
                List.of("--conf", "spark.executor.memory=512m", jar.toString()),
                arguments)
            .flatMap(List::stream)
            .toList());
  }

  /** The processes in which the workers do tasks. */
  List<ProcessHandle> executors() {
    return workers.stream().flatMap(ChildJava::descendants).toList();
  }

  /** Kills one worker and the process in which it does tasks. */
  void killWorker() {
    workers.remove(0).close();
  }

  void addWorker() {
    String name = "worker-" + workers.size();
    workers.add(
        daemon(
            name,
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            HOST,
            "--webui-port",
            "" + freePort(),
            "--cores",
            "1",
            "--memory",
            "1g",
            "-d",
            folder.resolve(name).toString(),
            url()));
  }

  private ChildJava daemon(String name, String main, String... arguments) {
    return ChildJava.start(
        folder,
        name,
        environment(),
        Stream.of(sparkJava("256m"), List.of(main), List.of(arguments))
            .flatMap(List::stream)
            .toList());
  }

  private List<String> sparkJava(String memory) {
    List<String> java = new ArrayList<>(ChildJava.opens());
    java.addAll(
        List.of(
            "-Xmx" + memory,
            "-XX:TieredStopAtLevel=1",
            "-Duser.timezone=UTC",
            "-cp",
            sparkHome.resolve("jars") + "/*"));
    return java;
  }

  private Map<String, String> environment() {
    return Map.of(
        "SPARK_HOME", sparkHome.toString(), "SPARK_SCALA_VERSION", "2.12", "SPARK_LOCAL_IP", HOST);
  }

  private int aliveWorkers() {
    try {
      JsonNode state =
          new ObjectMapper()
              .readTree(URI.create("http://" + HOST + ":" + webPort + "/json/").toURL());
      return state.path("aliveworkers").asInt();
    } catch (IOException notYet) {
      return 0;
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    workers.forEach(ChildJava::close);
    master.close();
  }
}
