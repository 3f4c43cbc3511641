// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Speaks SQL Server's wire protocol (TDS 7.4) on loopback, so far that the real driver logs in and
 * runs statements, whose answers a {@link Script} gives. It has no engine: a condition is recorded,
 * never evaluated.
 */
final class SqlServerResponder implements AutoCloseable {
  private static final int BATCH = 1;
  private static final int RPC = 3;
  private static final int ATTENTION = 6;
  private static final int LOGIN = 0x10;
  private static final int PRELOGIN = 0x12;
  private static final int SP_EXECUTESQL = 10;
  private static final int PACKET = 4096;
  private static final int HEADER = 8;

  private final ServerSocket socket;
  private final Script<TdsResult> script = new Script<>();
  private volatile Script.@Nullable Refused refusedLogin;

  private SqlServerResponder(ServerSocket socket) {
    this.socket = socket;
  }

  static SqlServerResponder start() {
    try {
      SqlServerResponder responder =
          new SqlServerResponder(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      background(responder::accept);
      return responder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void background(Runnable work) {
    Thread thread = new Thread(work, "sql-server-responder");
    thread.setDaemon(true);
    thread.start();
  }

  String url() {
    return "jdbc:sqlserver://127.0.0.1:"
        + socket.getLocalPort()
        + ";databaseName=Bdx;encrypt=false";
  }

  Script<TdsResult> script() {
    return script;
  }

  /** From now on no login succeeds. */
  void refuseLogins(int code, String message) {
    refusedLogin = new Script.Refused(code, "", message);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        background(() -> serve(client));
      }
    } catch (IOException e) {
      if (!socket.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      while (true) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int type = readPacket(in, message);
        send(client.getOutputStream(), answer(type, message.toByteArray()));
      }
    } catch (EOFException | SocketException | Script.HungUp e) {
      // The connection ends here, as the client or the script wants it.
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int readPacket(DataInputStream in, ByteArrayOutputStream message)
      throws IOException {
    int type;
    boolean isLast;
    do {
      type = in.readUnsignedByte();
      isLast = (in.readUnsignedByte() & 1) == 1;
      int length = in.readUnsignedShort();
      in.skipNBytes(4);
      message.writeBytes(in.readNBytes(length - HEADER));
    } while (!isLast);
    return type;
  }

  private static void send(OutputStream out, byte[] message) throws IOException {
    int at = 0;
    int id = 1;
    do {
      int length = Math.min(PACKET - HEADER, message.length - at);
      boolean isLast = at + length == message.length;
      ByteBuffer header = ByteBuffer.allocate(HEADER);
      header.put((byte) 4).put((byte) (isLast ? 1 : 0)).putShort((short) (length + HEADER));
      header.putShort((short) 51).put((byte) id++).put((byte) 0);
      out.write(header.array());
      out.write(message, at, length);
      at += length;
    } while (at < message.length);
    out.flush();
  }

  private byte[] answer(int type, byte[] message) {
    TdsBytes out = new TdsBytes();
    switch (type) {
      case PRELOGIN ->
          // Version 16.0.4096, no encryption.
          out.raw(0, 0, 16, 0, 6, 1, 0, 22, 0, 1, 4, 0, 23, 0, 1, 0xFF)
              .raw(16, 0, 0x10, 0, 0, 0, 2, 0);
      case LOGIN -> login(out);
      case BATCH -> batch(out, body(message));
      case RPC -> call(out, body(message));
      case ATTENTION -> out.u1(0xFD).u2(0x20).u2(0).u8(0);
      default -> throw new IllegalStateException("packet of type " + type);
    }
    return out.toBytes();
  }

  /** What follows the headers. */
  private static ByteBuffer body(byte[] message) {
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    in.position(in.getInt(0));
    return in;
  }

  private void login(TdsBytes out) {
    Script.Refused refused = refusedLogin;
    if (refused != null) {
      error(out, refused);
      return;
    }
    change(out, new TdsBytes().u1(1).shortText("Bdx").shortText("master"));
    change(out, new TdsBytes().u1(7).raw(5, 0x09, 0x04, 0xD0, 0x00, 0x34, 0));
    change(out, new TdsBytes().u1(4).shortText("4096").shortText("4096"));
    out.u1(0xAD)
        .counted(
            new TdsBytes()
                .raw(1, 0x74, 0, 0, 4)
                .shortText("Microsoft SQL Server")
                .raw(16, 0, 0x10, 0));
    done(out, 0xFD, 0, 0);
  }

  private static void change(TdsBytes out, TdsBytes content) {
    out.u1(0xE3).counted(content);
  }

  private void batch(TdsBytes out, ByteBuffer in) {
    byte[] text = new byte[in.remaining()];
    in.get(text);
    try {
      TdsResult result = script.result(new String(text, StandardCharsets.UTF_16LE), List.of());
      if (result == null) {
        done(out, 0xFD, 0, 0);
      } else {
        write(out, result);
        done(out, 0xFD, 0x10, result.rows().size());
      }
    } catch (Script.Refused refused) {
      error(out, refused);
    }
  }

  private void call(TdsBytes out, ByteBuffer in) {
    if (in.getShort() != -1 || in.getShort() != SP_EXECUTESQL) {
      throw new IllegalStateException("only sp_executesql is spoken");
    }
    in.getShort();
    List<String> values = new ArrayList<>();
    while (in.hasRemaining()) {
      values.add(parameter(in));
    }
    try {
      // The statement, the names of its parameters where it has any, their values.
      List<String> bound = values.size() < 2 ? List.of() : values.subList(2, values.size());
      TdsResult result = script.result(values.get(0), List.copyOf(bound));
      if (result != null) {
        write(out, result);
        done(out, 0xFF, 0x11, result.rows().size());
      }
      out.u1(0x79).u4(0);
      done(out, 0xFE, 0, 0);
    } catch (Script.Refused refused) {
      error(out, refused);
    }
  }

  private static String parameter(ByteBuffer in) {
    bytes(in, 2 * (in.get() & 0xFF));
    in.get();
    int type = in.get() & 0xFF;
    if (type != 0xE7) {
      throw new IllegalStateException("a parameter of type " + type + "; only text is bound");
    }
    int most = in.getShort() & 0xFFFF;
    bytes(in, 5);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    if (most == 0xFFFF) {
      in.getLong();
      for (int length = in.getInt(); length > 0; length = in.getInt()) {
        text.writeBytes(bytes(in, length));
      }
    } else {
      text.writeBytes(bytes(in, in.getShort() & 0xFFFF));
    }
    return text.toString(StandardCharsets.UTF_16LE);
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] read = new byte[length];
    in.get(read);
    return read;
  }

  private static void write(TdsBytes out, TdsResult result) {
    out.u1(0x81).u2(result.columns().size());
    for (TdsColumn column : result.columns()) {
      out.u4(column.userType()).u2(0x0009).raw(column.typeInfo()).shortText(column.name());
    }
    for (List<@Nullable Object> row : result.rows()) {
      out.u1(0xD1);
      for (int i = 0; i < row.size(); i++) {
        result.columns().get(i).write(out, row.get(i));
      }
    }
  }

  private static void error(TdsBytes out, Script.Refused refused) {
    out.u1(0xAA)
        .counted(
            new TdsBytes()
                .u4(refused.code())
                .u1(1)
                .u1(16)
                .text(String.valueOf(refused.getMessage()))
                .shortText("responder")
                .shortText("")
                .u4(1));
    done(out, 0xFD, 0x02, 0);
  }

  private static void done(TdsBytes out, int token, int status, long rows) {
    out.u1(token).u2(status).u2(0xC1).u8(rows);
  }
}
