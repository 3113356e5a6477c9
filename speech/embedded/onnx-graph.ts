/**
 * Edits a model file before it is loaded. An ONNX model is a Protocol Buffers message; field numbers are those of
 * `onnx.proto3`. All other fields stay unchanged.
 */

const MODEL_GRAPH = 7;
const GRAPH = { node: 1, output: 12 } as const;
const NODE = { output: 2, operator: 4, attribute: 5 } as const;
const ATTRIBUTE_GRAPH = 6;
const VALUE = { name: 1, type: 2 } as const;
const TENSOR_TYPE = 1;
const ELEMENT_TYPE = 1;
const FLOAT = 1;

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;

/**
 * Exposes the cross-attention of a merged decoder as outputs `cross.0`, `cross.1`, …: one per layer, of shape heads ×
 * tokens × frames.
 * @returns undefined if the graph does not have the same attention in both branches of one `If`
 */
export function exposeCrossAttention(model: Uint8Array): { model: Uint8Array; layers: number } | undefined {
  let layers: number | undefined;
  let agrees = true;
  const edited = rewrite(model, MODEL_GRAPH, (graph) => {
    const nodes = rewrite(graph, GRAPH.node, (node) => {
      if (textOf(node, NODE.operator)[0] !== 'If') return node;
      const branches = rewrite(node, NODE.attribute, (attribute) =>
        rewrite(attribute, ATTRIBUTE_GRAPH, (branch) => {
          const names = attentionNames(branch);
          layers ??= names.length;
          agrees &&= names.length === layers;
          return join([branch, ...names.map((name) => field(GRAPH.output, floatValue(name)))]);
        }),
      );
      return join([branches, ...crossNames(layers ?? 0).map((name) => field(NODE.output, encode(name)))]);
    });
    return join([nodes, ...crossNames(layers ?? 0).map((name) => field(GRAPH.output, floatValue(name)))]);
  });
  return layers === undefined || layers === 0 || !agrees ? undefined : { model: edited, layers };
}

/** The softmax outputs of each layer's attention to the encoder, in the order of the layers. */
function attentionNames(graph: Uint8Array): string[] {
  return fieldsOf(graph)
    .filter(({ number, wire }) => number === GRAPH.node && wire === BYTES)
    .filter(({ value }) => textOf(value, NODE.operator)[0] === 'Softmax')
    .flatMap(({ value }) => textOf(value, NODE.output))
    .filter((name) => name.includes('encoder_attn'))
    .sort((one, other) => layerOf(one) - layerOf(other));
}

function layerOf(name: string): number {
  return Number(/layers\.(\d+)/.exec(name)?.[1] ?? 0);
}

function crossNames(layers: number): string[] {
  return Array.from({ length: layers }, (_, layer) => `cross.${layer}`);
}

function floatValue(name: string): Uint8Array {
  const elementType = new Uint8Array([(ELEMENT_TYPE << 3) | VARINT, FLOAT]);
  return join([field(VALUE.name, encode(name)), field(VALUE.type, field(TENSOR_TYPE, elementType))]);
}

interface Field {
  readonly number: number;
  readonly wire: number;
  /** The field with its tag. */
  readonly whole: Uint8Array;
  /** The content of a length-delimited field. */
  readonly value: Uint8Array;
}

function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const tag = readVarint(message, at);
    const wire = tag.value & 7;
    const length = wire === BYTES ? readVarint(message, tag.end) : undefined;
    const start = length?.end ?? tag.end;
    const end = length === undefined ? endOfScalar(message, start, wire) : start + length.value;
    if (end > message.length) throw new TypeError('Cannot read the model: a field is longer than its message');
    fields.push({
      number: tag.value >>> 3,
      wire,
      whole: message.subarray(at, end),
      value: message.subarray(start, end),
    });
    at = end;
  }
  return fields;
}

function endOfScalar(message: Uint8Array, start: number, wire: number): number {
  if (wire === VARINT) return readVarint(message, start).end;
  return start + (wire === FIXED_64 ? 8 : 4);
}

/** Lengths in a model are below 2 GB, so a number is exact. */
function readVarint(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start; ; at++) {
    const byte = bytes[at];
    if (byte === undefined) throw new TypeError('Cannot read the model: it ends within a number');
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return new Uint8Array([...bytes, rest]);
}

function textOf(message: Uint8Array, number: number): string[] {
  return fieldsOf(message)
    .filter((candidate) => candidate.number === number && candidate.wire === BYTES)
    .map(({ value }) => new TextDecoder().decode(value));
}

/** Replaces every field with a number. */
function rewrite(message: Uint8Array, number: number, edit: (value: Uint8Array) => Uint8Array): Uint8Array {
  return join(
    fieldsOf(message).map(({ number: own, wire, whole, value }) =>
      own === number && wire === BYTES ? field(number, edit(value)) : whole,
    ),
  );
}

function field(number: number, value: Uint8Array): Uint8Array {
  return join([varint((number << 3) | BYTES), varint(value.length), value]);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
