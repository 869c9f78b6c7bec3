// Requests /salud of servers at a fixed interval, in a separate process, until its input ends; then prints for each
// server the number of requests and the milliseconds of the slowest answer.
import { Agent, get } from 'node:http';

const EVERY = 20;
const agent = new Agent({ keepAlive: true, timeout: 5_000 });

const asked = process.argv.slice(2).map((url) => ({ url, times: 0, failed: 0, worst: 0 }));

/**
 * @param {(typeof asked)[number]} server
 * @param {number} start of the request, or of the first attempt of a repeated one
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
    // The server closed the reused connection while the request was on its way: it never received it.
    if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') ask(server, start);
    else end(false);
  });
}

const timer = setInterval(() => {
  for (const server of asked) ask(server);
}, EVERY);
process.stdin.resume().on('end', () => {
  clearInterval(timer);
  // Late answers to the last requests count.
  process.on('exit', () => process.stdout.write(JSON.stringify(asked)));
  setTimeout(() => process.exit(), 2_000).unref();
  agent.destroy();
});
