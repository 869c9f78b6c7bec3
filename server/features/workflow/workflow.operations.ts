import { boxLog } from './box-history.ts';
import { conformity } from './conformity.ts';
import { delays } from './delays.operation.ts';
import { history } from './history.ts';
import { boxesInState, filters, present } from './present.ts';

export const workflowOperations = {
  '/flujoFiltros': filters,
  '/flujoActual': present,
  '/flujoCajas': boxesInState,
  '/flujoDemoras': delays,
  '/flujoHistoria': history,
  '/flujoCaja': boxLog,
  '/flujoConformidad': conformity,
};
