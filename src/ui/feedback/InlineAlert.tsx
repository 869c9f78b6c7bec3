import { chakra } from '@chakra-ui/react/styled-system';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { scrollIntoSight } from '../layout/use-in-view.ts';
import { Moving } from '../overlay/Moving.tsx';
import { type Reason, ReasonText, keyOf } from '../fields/ReasonList.tsx';
import { paletteOf } from './tone.ts';

interface InlineAlertProps {
  /** For the `aria-describedby` of the described element. */
  id?: string;
  tone: 'success' | 'danger' | 'info' | 'warning';
  title?: string | undefined;
  children?: ReactNode;
  /** Shown as a list below the text; a single one as a sentence. */
  reasons?: readonly Reason[];
  onClose?: () => void;
  action?: ReactNode;
  /** The result of an action of the user: when it appears it is scrolled into view and takes the focus. */
  isResult?: boolean;
}

/** Without a scroll of its own: the browser would put the message at an edge, below a bar. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  scrollIntoSight(element);
}

/** A message beside its subject; a success is animated. Errors have role alert, all others role status. */
export function InlineAlert(props: InlineAlertProps) {
  const message = <Message {...props} />;
  return props.tone === 'success' ? <Moving>{message}</Moving> : message;
}

function Message({
  id,
  tone,
  title,
  children,
  reasons = [],
  onClose,
  action,
  isResult = false,
}: InlineAlertProps) {
  const IconOfTone = iconOf[tone];
  const [onlyReason, ...others] = reasons;
  return (
    <chakra.div
      ref={isResult ? takeFocus : undefined}
      id={id}
      tabIndex={isResult ? -1 : undefined}
      role={tone === 'danger' ? 'alert' : 'status'}
      colorPalette={paletteOf[tone]}
      display="flex"
      alignItems="flex-start"
      gap="3"
      px="4"
      py="3"
      borderWidth="1px"
      borderColor="colorPalette.emphasized"
      borderRadius="l2"
      bg="colorPalette.subtle"
      color="colorPalette.fg"
    >
      <chakra.span color="colorPalette.solid" mt="0.5" flexShrink="0">
        <IconOfTone size={20} aria-hidden="true" />
      </chakra.span>
      <chakra.div flex="1" minW="0" overflowWrap="anywhere">
        {title ? <chakra.p fontWeight="semibold">{title}</chakra.p> : null}
        {children ? <div>{children}</div> : null}
        {onlyReason !== undefined && others.length === 0 ? (
          <div>
            <ReasonText reason={onlyReason} />
          </div>
        ) : reasons.length > 0 ? (
          <chakra.ul listStyleType="disc" ps="5" mt={title || children ? '1' : '0'}>
            {reasons.map((reason) => (
              <li key={keyOf(reason)}>
                <ReasonText reason={reason} />
              </li>
            ))}
          </chakra.ul>
        ) : null}
        {action ? <chakra.div mt="3">{action}</chakra.div> : null}
      </chakra.div>
      {onClose ? (
        <chakra.button
          type="button"
          aria-label="Cerrar mensaje"
          onClick={onClose}
          display="grid"
          placeItems="center"
          boxSize="7"
          mt="-0.5"
          me="-1.5"
          flexShrink="0"
          borderRadius="l1"
          cursor="pointer"
          _hover={{ bg: 'colorPalette.muted' }}
        >
          <X size={18} aria-hidden="true" />
        </chakra.button>
      ) : null}
    </chakra.div>
  );
}

const iconOf = {
  success: CircleCheck,
  danger: CircleX,
  info: Info,
  warning: TriangleAlert,
} as const satisfies Record<InlineAlertProps['tone'], unknown>;
