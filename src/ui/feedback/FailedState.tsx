import { Skeleton } from '@chakra-ui/react/skeleton';
import { Spinner } from '@chakra-ui/react/spinner';
import { chakra } from '@chakra-ui/react/styled-system';
import { CloudOff, RotateCw } from 'lucide-react';
import {
  Component,
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
} from 'react';
import { GuardedButton } from '../fields/GuardedButton.tsx';
import { type Icon, type Tone, paletteOf } from './tone.ts';

/** Calls the listener when the connection or the session is back. @returns a function that removes the listener */
export type ReturnSignal = (listener: () => void) => () => void;

/** Without a provider the listener is never called. */
export const ReturnContext = createContext<ReturnSignal>(() => () => undefined);

/** Repeats a failed read when the connection or the session is back. Not for writes. */
export function useWhenBack(read: (() => void) | undefined): void {
  const subscribe = useContext(ReturnContext);
  const repeat = useEffectEvent(() => read?.());
  useEffect(() => subscribe(() => repeat()), [subscribe]);
}

interface StateFrameProps {
  tone: Tone;
  icon: Icon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced immediately ('alert') or politely ('status'). */
  role?: 'alert' | 'status';
}

/** Icon, title, text and actions, centred in the area of the content. */
export function StateFrame({
  tone,
  icon: IconOfState,
  title,
  children,
  actions,
  role,
}: StateFrameProps) {
  return (
    <chakra.div
      role={role}
      colorPalette={paletteOf[tone]}
      display="flex"
      flexDirection="column"
      alignItems="center"
      textAlign="center"
      gap="3"
      px="5"
      py={{ base: '10', md: '14' }}
    >
      <chakra.span
        display="grid"
        placeItems="center"
        boxSize="14"
        borderRadius="full"
        bg="colorPalette.muted"
        color="colorPalette.solid"
      >
        <IconOfState size={26} aria-hidden="true" />
      </chakra.span>
      <chakra.p fontSize="lg" fontWeight="semibold" lineHeight="1.35">
        {title}
      </chakra.p>
      {children ? (
        <chakra.div color="fg.muted" maxW="lg">
          {children}
        </chakra.div>
      ) : null}
      {actions ? (
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="2">
          {actions}
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}

interface LoadingStateProps {
  label?: string;
  /** 'page' for a screen, 'inline' beside other content. */
  size?: 'page' | 'inline';
}

/** Skeleton of a loading page: a title and the blocks below it. */
const outline = [
  { height: '8', width: '40%' },
  { height: '24', width: 'full' },
  { height: '40', width: 'full' },
] as const;

/** Loading state: a skeleton, or a spinner beside other content. Announced politely. */
export function LoadingState({ label = 'Cargando…', size = 'page' }: LoadingStateProps) {
  if (size === 'inline')
    return (
      <chakra.div role="status" display="flex" alignItems="center" gap="3" py="1" color="fg.muted">
        <Spinner size="sm" color="teal.700" borderWidth="2px" aria-hidden="true" />
        {label}
      </chakra.div>
    );
  return (
    <chakra.div role="status" display="grid" gap="4" width="full" maxW="4xl" mx="auto" p="4">
      <chakra.span srOnly>{label}</chakra.span>
      {outline.map((block) => (
        <Skeleton key={block.height} {...block} borderRadius="l2" aria-hidden="true" />
      ))}
    </chakra.div>
  );
}

interface FailedStateProps {
  title?: string;
  message?: string | undefined;
  supportCode?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** Failed load: message, support code and a retry, which also runs when the connection or the session is back. */
export function FailedState({
  title = 'No pudimos cargar la información',
  message = 'Revise su conexión e inténtelo de nuevo.',
  supportCode,
  onRetry,
}: FailedStateProps) {
  useWhenBack(onRetry);
  return (
    <StateFrame
      role="alert"
      tone="danger"
      icon={CloudOff}
      title={title}
      actions={
        onRetry ? (
          <GuardedButton icon={RotateCw} onClick={onRetry}>
            Reintentar
          </GuardedButton>
        ) : undefined
      }
    >
      <p>{message}</p>
      {supportCode ? (
        <chakra.p mt="2" textStyle="sm">
          Código de soporte: <chakra.code userSelect="all">{supportCode}</chakra.code>
        </chakra.p>
      ) : null}
    </StateFrame>
  );
}

interface ScreenBoundaryProps {
  children: ReactNode;
  onRetry: () => void;
}

/**
 * Error boundary of one screen: when its code does not load, or throws, the rest of the page stays and the user can
 * retry. React supports error boundaries only as classes.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, onRetry } = this.props;
    return this.state.failed ? (
      <FailedState title="No pudimos abrir esta pantalla" onRetry={onRetry} />
    ) : (
      children
    );
  }
}
