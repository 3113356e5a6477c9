import { getMessageBody } from '../api/webhooks.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import { useResource } from '../ui/use-resource.ts';

interface MessageProps {
  readonly endpointId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** The body of a message as it would be sent now. Each attempt sends the note's current state. */
export function MessageBody({ endpointId, messageId, onClose }: MessageProps) {
  const { value, problem, reload } = useResource(messageId, () => getMessageBody(endpointId, messageId));
  return (
    <Dialog title="Body of the request" onClose={onClose}>
      <p class="hint">The body that would be sent now.</p>
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {value === null && problem === null && <Loading />}
      {value && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <pre tabIndex={0}>
            <code>{indented(value.body)}</code>
          </pre>
          <div class="buttons">
            <CopyButton text={value.body} />
          </div>
        </>
      )}
    </Dialog>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
