import { chakra } from '@chakra-ui/react/styled-system';
import { isPending } from '#machines/flows/steps/result.ts';
import { Session } from '../../shell/session.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { pageSetting } from '../../wire/page-settings.ts';

/** As the server of the demonstration writes them into its page. */
interface DemoAccess {
  password: string;
  users: { email: string; nombre: string }[];
}

/** Buttons that sign in as the users of the demonstration, whose password is public. */
export function DemoSignIn() {
  const session = Session.useActorRef();
  const pending = Session.useSelector(isPending);
  const { password, users } = JSON.parse(pageSetting('demonstration')) as DemoAccess;
  return (
    <chakra.section aria-labelledby="entrar-como" mt="5" pt="4" borderTopWidth="1px">
      <chakra.h2 id="entrar-como" fontWeight="semibold">
        Demostración: entrar como
      </chakra.h2>
      <chakra.div display="flex" flexWrap="wrap" gap="2" mt="3">
        {users.map(({ email, nombre }) => (
          <GuardedButton
            key={email}
            size="sm"
            variant="outline"
            waiting={pending}
            onClick={() => session.send({ type: 'LOGIN', email, password })}
          >
            {nombre}
          </GuardedButton>
        ))}
      </chakra.div>
    </chakra.section>
  );
}
