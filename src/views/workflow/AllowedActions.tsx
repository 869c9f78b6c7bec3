import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo } from 'react';
import type { Step } from '#machines/domain/replay.ts';
import { allowedAt } from '#machines/domain/workflow-box.ts';
import { Section } from '../../components/Section.tsx';
import { counted } from './workflow-words.ts';

/** Lists what could have been done right after a step, and by whom, as the machines decide. */
export function AllowedActions({ step }: { step: Step }) {
  const allowed = useMemo(() => allowedAt(step), [step]);
  return (
    <Section
      title="Lo que se podía hacer"
      description="Después de este paso, por alguien que no hubiera registrado los gastos."
    >
      {allowed.length === 0 ? (
        <chakra.p color="fg.muted">Nada: la caja está cerrada y no cambia más.</chakra.p>
      ) : (
        <chakra.dl display="grid" gap="1">
          {allowed.map(({ perfil, nombre, acciones }) => (
            <chakra.div key={perfil} mb="2">
              <chakra.dt fontWeight="semibold">{nombre}</chakra.dt>
              {acciones.map((accion) => (
                <chakra.dd key={accion.evento} textStyle="sm">
                  {accion.nombre}
                  {accion.gastos === 0 ? null : (
                    <chakra.span color="fg.muted">
                      {` · ${counted(accion.gastos, 'gasto', 'gastos')}`}
                    </chakra.span>
                  )}
                </chakra.dd>
              ))}
            </chakra.div>
          ))}
        </chakra.dl>
      )}
    </Section>
  );
}
