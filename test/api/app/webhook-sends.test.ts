import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { type EndpointApi, startEndpointApi } from '../../support/endpoint-api.ts';
import { eventually } from '../../support/eventually.ts';
import { makeNote } from '../../support/webhooks.ts';

let setup: EndpointApi;
beforeAll(async () => {
  setup = await startEndpointApi();
});
afterEach(() => setup.reset());
afterAll(() => setup.stop());

describe('manual sends', () => {
  test('a test event is a sample note.processed', async () => {
    const user = await setup.startUser();
    const { endpoint_id: id } = await setup.createEndpoint(user);
    const { status, body } = await user.call('POST', `/${id}/test`);
    expect(status).toBe(202);
    const request = await eventually('the test event', () =>
      setup.receiver.requests.find(({ headers }) => headers['webhook-id'] === body.message_id),
    );
    expect(JSON.parse(request.body)).toMatchObject({
      type: 'note.processed',
      data: { status: 'completed', transcript: [{ speaker: 'speaker_0' }, { speaker: 'speaker_1' }] },
    });
  });

  test('the same Idempotency-Key sends once, also concurrently', async () => {
    const user = await setup.startUser();
    const { endpoint_id: id } = await setup.createEndpoint(user);
    const key = { 'idempotency-key': 'key-1' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => user.call('POST', `/${id}/ping`, undefined, key)),
    );
    expect(new Set(answers.map(({ body }) => body.attempt_id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202));
    await user.call('POST', `/${id}/test`, undefined, { 'idempotency-key': 'key-2' });
    await setup.logged(user, id, 3);
    expect(setup.receiver.requests).toHaveLength(3);
    expect((await user.call('POST', `/${id}/test`, undefined, key)).body.detail[0]).toMatchObject({
      loc: ['header', 'Idempotency-Key'],
      type: 'idempotency_key_reused',
    });
    for (const bad of ['', 'x'.repeat(256)]) {
      const { status } = await user.call('POST', `/${id}/ping`, undefined, { 'idempotency-key': bad });
      expect(status).toBe(422);
    }
  });

  test('a redelivery sends the event again under its own id, with the current note', async () => {
    const user = await setup.startUser();
    const { endpoint_id: id } = await setup.createEndpoint(user);
    const note = makeNote(user.userId);
    setup.service.saveNote(note);
    const messageId = `msg_${crypto.randomUUID()}`;
    await setup.service.emitNoteEvent({ userId: user.userId, noteId: note.noteId, type: 'note.processed', messageId });
    await setup.logged(user, id, 2);
    setup.service.saveNote({ ...note, title: 'Renamed' });
    const { status, body } = await user.call('POST', `/${id}/messages/${messageId}/redeliver`);
    expect([status, body.message_id]).toEqual([202, messageId]);
    await setup.logged(user, id, 3);
    const [, first, second] = setup.receiver.requests;
    expect(second?.headers['webhook-id']).toBe(messageId);
    expect([JSON.parse(first?.body ?? '').data.title, JSON.parse(second?.body ?? '').data.title]).toEqual([
      'Groceries',
      'Renamed',
    ]);
    expect((await user.call('POST', `/${id}/messages/msg_unknown/redeliver`)).status).toBe(404);
    const stranger = await setup.startUser();
    const { endpoint_id: other } = await setup.createEndpoint(stranger);
    expect((await stranger.call('POST', `/${other}/messages/${messageId}/redeliver`)).status).toBe(404);
  });

  test('a 410 to a manual send disables the endpoint', async () => {
    const user = await setup.startUser();
    const { endpoint_id: id } = await setup.createEndpoint(user);
    await setup.logged(user, id, 1);
    setup.receiver.answerWith(410);
    await user.call('POST', `/${id}/ping`);
    await eventually('the endpoint is disabled', async () => {
      const { body } = await user.call('GET', `/${id}`);
      return body.disabled_reason === 'gone';
    });
  });
});

describe('GET /webhook-endpoints/{id}/attempts', () => {
  test('pages newest first, filters, and binds its cursor to the filters', async () => {
    const user = await setup.startUser();
    const { endpoint_id: id } = await setup.createEndpoint(user);
    await setup.logged(user, id, 1);
    setup.receiver.answerWith(500);
    for (let sent = 2; sent <= 4; sent += 1) {
      await user.call('POST', `/${id}/${sent === 4 ? 'test' : 'ping'}`);
      await setup.logged(user, id, sent);
    }
    const all = await setup.attemptsOf(user, id);
    const times = all.map((item) => Date.parse(item.at));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(await setup.attemptsOf(user, id, '?outcome=succeeded')).toEqual(all.slice(3));
    expect(await setup.attemptsOf(user, id, '?event_type=note.processed')).toEqual(all.slice(0, 1));
    expect(await setup.attemptsOf(user, id, `?message_id=${all[1]?.message_id}`)).toEqual(all.slice(1, 2));
    expect(await setup.attemptsOf(user, id, '?outcome=skipped')).toEqual([]);
    const first = (await user.call('GET', `/${id}/attempts?limit=3`)).body;
    expect(first.items).toEqual(all.slice(0, 3));
    const cursor = first.next_cursor;
    const second = (await user.call('GET', `/${id}/attempts?limit=3&cursor=${cursor}`)).body;
    expect<unknown>(second).toEqual({ items: all.slice(3), next_cursor: null });
    for (const query of [`outcome=failed&cursor=${cursor}`, 'cursor=nonsense', 'cursor=W10']) {
      expect((await user.call('GET', `/${id}/attempts?${query}`)).status).toBe(400);
    }
    expect((await user.call('GET', `/${id}/attempts?limit=101`)).status).toBe(422);
    expect((await user.call('GET', `/${id}/attempts?outcome=lost`)).status).toBe(422);
  });
});
