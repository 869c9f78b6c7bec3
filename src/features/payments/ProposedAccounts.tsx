import { chakra } from '@chakra-ui/react/styled-system';
import { counted } from '#machines/domain/values/texts.ts';
import { accountsKind } from '#machines/flows/payments/payment.kinds.ts';
import { isActing, mayAct, reasonsFor, wasDone } from '#machines/flows/records/acting.machine.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { Submission } from '../../shell/problems/Submission.tsx';
import { pathTo } from '../../shell/screens/paths.ts';
import { Session, useMayOpen } from '../../shell/session.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { AccountLine } from './StoreAccount.tsx';
import { proposedAccounts, useActing } from './payments.actors.ts';

const key = {};

/** Accounts that wait for another person, of all stores; those that others proposed are confirmed at once. */
export function ProposedAccounts({
  machine = proposedAccounts,
}: {
  machine?: typeof proposedAccounts | undefined;
}) {
  const actor = Session.useSelector(actorOf);
  const edits = useMayOpen('editarTienda');
  const { snapshot, send, act } = useActing(machine, key);
  const { failed, ...load } = loadOf(snapshot, send);
  if (failed) return load.forbidden ? null : <LoadProblem {...load} />;
  const data = dataOf(snapshot);
  const done = wasDone(snapshot);
  if (data === null || (data.cuentas.length === 0 && !done)) return null;
  const mine = data.cuentas.filter(({ id_creada_por }) => id_creada_por === actor.id);
  const others = data.cuentas.filter((one) => !mine.includes(one));
  const confirm = {
    path: '/confirmarCuentas',
    body: { cuentas: others.map(({ id }) => id) },
  } as const;
  return (
    <Section
      title="Cuentas por confirmar"
      description={
        mine.length === 0
          ? 'Compare cada número con el de la persona. La que no esté bien se rechaza en su tienda.'
          : `${counted(mine.length, 'cuenta suya espera', 'cuentas suyas esperan')} a que otra persona confirme.`
      }
    >
      <chakra.div display="grid" gap="4">
        <Submission snapshot={snapshot} send={send}>
          {done ? 'Cuentas confirmadas' : null}
        </Submission>
        <chakra.ul listStyleType="none" display="grid" gap="2" aria-label="Cuentas por confirmar">
          {data.cuentas.map((account) => (
            <chakra.li key={account.id} minW="0" overflowWrap="anywhere">
              <TextLink
                to={pathTo(edits ? 'editarTienda' : 'girosCuenta', {
                  idTienda: account.id_tienda,
                })}
              >
                {account.tienda}
              </TextLink>
              <AccountLine label={`Propuesta por ${account.creada_por}`} account={account} />
            </chakra.li>
          ))}
        </chakra.ul>
        {others.length === 0 ? null : (
          <ButtonRow align="start">
            <GuardedButton
              waiting={!mayAct(snapshot)}
              busy={isActing(snapshot, '/confirmarCuentas') && 'Confirmando…'}
              reasons={reasonsFor(accountsKind, snapshot, confirm)}
              onClick={() => act(confirm)}
            >
              {others.length === 1
                ? 'Confirmar la cuenta'
                : `Confirmar las ${others.length} cuentas`}
            </GuardedButton>
          </ButtonRow>
        )}
      </chakra.div>
    </Section>
  );
}
