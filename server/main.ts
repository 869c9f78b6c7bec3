import { loadConfig, loadStorageConfig } from './config/config.ts';
import { runProgram, startServer } from './start.ts';

await runProgram(
  () => startServer(loadConfig(process.env)),
  () => loadStorageConfig(process.env),
);
