// Asks servers for /salud in a fixed rhythm, from a process of its own, until its input ends; then says for
// each of them how often it asked and how long the slowest answer took, in milliseconds.
import { Agent, get } from 'node:http';

const EVERY = 20;
const agent = new Agent({ keepAlive: true, timeout: 5_000 });

const asked = process.argv.slice(2).map((url) => ({ url, times: 0, failed: 0, worst: 0 }));

/** @param {(typeof asked)[number]} server */
function ask(server) {
  const start = performance.now();
  const end = (/** @type {boolean} */ ok) => {
    server.times += 1;
    if (!ok) server.failed += 1;
    server.worst = Math.max(server.worst, performance.now() - start);
  };
  get(`${server.url}/salud`, { agent }, (response) => {
    response.resume().on('end', () => end(response.statusCode === 200));
  }).on('error', () => end(false));
}

const timer = setInterval(() => asked.forEach(ask), EVERY);
process.stdin.resume().on('end', () => {
  clearInterval(timer);
  // What was asked last may be answered late: it counts.
  process.on('exit', () => process.stdout.write(JSON.stringify(asked)));
  setTimeout(() => process.exit(), 2_000).unref();
  agent.destroy();
});
