import type { WorkflowAddress } from '../../screens/workflow-address.ts';

/** Selects the boxes of the figures, as the calls take them. */
export const whoseOf = ({ tienda, supervisor }: WorkflowAddress) => ({
  ...(tienda > 0 && { id_tienda: tienda }),
  ...(supervisor > 0 && { id_supervisor: supervisor }),
});
