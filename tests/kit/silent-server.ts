/** Servers that accept connections and never answer, like a frozen machine or a lossy network. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface SilentServer {
  port: number;
  close: () => Promise<void>;
}

async function listening(server: Server, sockets: Set<Socket>): Promise<SilentServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function stored(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
}

/** Accepts connections and sends at most the greeting. */
export function startSilentServer(greeting = ''): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    stored(sockets, socket);
    socket.resume();
    if (greeting !== '') socket.write(greeting);
  });
  return listening(server, sockets);
}

interface FragileLink extends SilentServer {
  /** Stops traffic on open connections in both directions; new connections work. */
  freeze: () => void;
}

/** Forwards everything to another port until it freezes. */
export async function startFragileLink(to: number): Promise<FragileLink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(to, '127.0.0.1');
    for (const end of [socket, onward]) stored(sockets, end);
    socket.pipe(onward);
    onward.pipe(socket);
  });
  return {
    ...(await listening(server, sockets)),
    freeze() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
  };
}
