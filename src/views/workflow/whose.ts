import type { WorkflowAddress } from '../../screens/workflow-address.ts';

/** Of which boxes the figures are, as the calls take it. */
export const whoseOf = ({ tienda, supervisor }: WorkflowAddress) => ({
  ...(tienda > 0 && { id_tienda: tienda }),
  ...(supervisor > 0 && { id_supervisor: supervisor }),
});
