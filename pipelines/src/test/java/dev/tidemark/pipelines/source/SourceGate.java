// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the embedded PostgreSQL, counts the connections that are open at once, and does
 * something when so many bytes have gone to the reader.
 */
final class SourceGate implements AutoCloseable {
  private final ServerSocket gate;
  private final int behind;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger peak = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private volatile long at = Long.MAX_VALUE;
  private volatile @Nullable Disturbance disturbance;

  /** What happens to the connection that carries the byte. */
  interface Disturbance {
    void happen(Socket reader) throws Exception;
  }

  private SourceGate(ServerSocket gate, int behind) {
    this.gate = gate;
    this.behind = behind;
  }

  static SourceGate before(TestSource source) throws IOException {
    String url = source.url();
    int port = Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1"));
    SourceGate gate =
        new SourceGate(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
    start(gate::accept);
    return gate;
  }

  /** The database behind it. */
  DatabaseConfig config(int maxConnections, int fetchSize) {
    return new DatabaseConfig(
        "jdbc:postgresql://127.0.0.1:" + gate.getLocalPort() + "/postgres",
        TestSource.POSTGRES.user(),
        null,
        maxConnections,
        fetchSize,
        Duration.ofMinutes(1));
  }

  /** Happens once, after so many more bytes. */
  void after(long moreBytes, Disturbance what) {
    disturbance = what;
    at = bytes.get() + moreBytes;
  }

  /** The most connections that were open at once. */
  int peak() {
    return peak.get();
  }

  /** Counts anew, once no more than so many are open. */
  void forgetPeakAt(int connections) {
    while (open.get() > connections) {
      Thread.onSpinWait();
    }
    peak.set(0);
  }

  private void accept() throws IOException {
    while (!gate.isClosed()) {
      Socket reader = gate.accept();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), behind);
      sockets.add(reader);
      sockets.add(server);
      peak.accumulateAndGet(open.incrementAndGet(), Math::max);
      start(() -> copy(reader, server, false));
      start(
          () -> {
            try {
              copy(server, reader, true);
            } finally {
              open.decrementAndGet();
            }
          });
    }
  }

  private void copy(Socket from, Socket to, boolean isToReader) throws IOException {
    byte[] buffer = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (isToReader && bytes.addAndGet(n) >= at) {
          disturb(to);
        }
        out.write(buffer, 0, n);
      }
    }
  }

  private synchronized void disturb(Socket reader) throws IOException {
    Disturbance what = disturbance;
    if (what == null) {
      return;
    }
    disturbance = null;
    at = Long.MAX_VALUE;
    try {
      what.happen(reader);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // one end has gone, which is what a gate is for
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    gate.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
