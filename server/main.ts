import { loadConfig } from './platform/config/config.ts';
import { runProgram, startServer } from './start.ts';

await runProgram(() => startServer(loadConfig(process.env)));
