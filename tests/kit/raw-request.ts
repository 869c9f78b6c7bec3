/** Requests sent in pieces, as no HTTP client does by itself. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a connection to a server. */
export async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Status of the answer on a connection that the server then closes; null when it closes without one. */
export async function statusOn(socket: Socket): Promise<number | null> {
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  await once(socket, 'close');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status === undefined ? null : Number(status);
}

/** True when the connection is refused. */
export const isRefused = (url: string): Promise<boolean> =>
  openConnection(url).then(
    (socket) => {
      socket.destroy();
      return false;
    },
    () => true,
  );
