import { loadConfig } from './platform/config/config.ts';
import { runPlainCommand } from './operate/commands/command.ts';
import { startServer } from './start.ts';

await runPlainCommand('Uso: npm start (las variables de entorno son la configuración)', () =>
  startServer(loadConfig(process.env)),
);
