// Runs in the browser's audio thread, which loads it by this name: it is not part of the app's bundle.

/** Hands on the sound of its input in parts. */
class Capture extends AudioWorkletProcessor {
  constructor({ processorOptions }) {
    super();
    this.part = new Float32Array(processorOptions.partSamples);
    this.filled = 0;
  }

  process([[samples] = []]) {
    for (const sample of samples ?? []) {
      this.part[this.filled++] = sample;
      if (this.filled < this.part.length) continue;
      this.port.postMessage(this.part);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor('capture', Capture);
