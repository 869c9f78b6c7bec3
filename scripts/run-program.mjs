// `node scripts/run-program.mjs <name> [arguments]`: runs the server's program of that name (an entry of
// vite.config.ts), after a check that works in an older Node, which could not even load the rest.
import { readFileSync } from 'node:fs';
import { requireNode } from './required-node.mjs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
requireNode(JSON.parse(manifest).engines.node);
void import('./built-program.mjs');
