/** `npm run demo`: the server on demonstration data, which is loaded once, into an empty database only. */
import { type Config, loadConfig, loadStorageConfig } from '../config/config.ts';
import { loadDemoData } from '../demonstration/load-demo-data.ts';
import { type Prepare, runProgram, startServer } from '../start.ts';

const loadDemonstration: Prepare = async ({ database, supports, log }) => {
  const loaded = await loadDemoData({ db: database.db, supports, now: Date.now() });
  log.info(
    loaded
      ? 'se cargaron los datos de demostración'
      : 'la base de datos ya tiene datos: no se cargó la demostración',
  );
};

/** Its passwords are known, so it listens on this machine alone unless it is told otherwise. */
const demoConfig = (): Config =>
  loadConfig(process.env, { API_TOKEN: 'caja-menor', HOST: '127.0.0.1' });

await runProgram(
  () => startServer(demoConfig(), loadDemonstration),
  () => loadStorageConfig(process.env),
);
