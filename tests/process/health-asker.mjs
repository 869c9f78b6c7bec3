// Asks servers for /salud in a fixed rhythm, from a process of its own, until its input ends; then says for
// each of them how often it asked and how long the slowest answer took, in milliseconds.
import { Agent, get } from 'node:http';

const EVERY = 20;
const agent = new Agent({ keepAlive: true, timeout: 5_000 });

const asked = process.argv.slice(2).map((url) => ({ url, times: 0, failed: 0, worst: 0 }));

/**
 * @param {(typeof asked)[number]} server
 * @param {number} start of the asking, also of one that is repeated
 */
function ask(server, start = performance.now()) {
  const end = (/** @type {boolean} */ ok) => {
    server.times += 1;
    if (!ok) server.failed += 1;
    server.worst = Math.max(server.worst, performance.now() - start);
  };
  const request = get(`${server.url}/salud`, { agent }, (response) => {
    response.resume().on('end', () => end(response.statusCode === 200));
  }).on('error', (error) => {
    // A stored connection that the server closed while this was on its way: it was never asked.
    if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') ask(server, start);
    else end(false);
  });
}

const timer = setInterval(() => {
  for (const server of asked) ask(server);
}, EVERY);
process.stdin.resume().on('end', () => {
  clearInterval(timer);
  // What was asked last may be answered late: it counts.
  process.on('exit', () => process.stdout.write(JSON.stringify(asked)));
  setTimeout(() => process.exit(), 2_000).unref();
  agent.destroy();
});
