let context: AudioContext | undefined

/** Plays two short, quiet notes. Silent in a browser without a user gesture so far. */
export function playTone() {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const { currentTime: now, destination } = context
  if (context.state === 'suspended') void context.resume().catch(() => {})
  for (const [at, pitch] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const note = new OscillatorNode(context, { type: 'sine', frequency: pitch })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.linearRampToValueAtTime(0.08, now + at + 0.02)
    volume.gain.linearRampToValueAtTime(0, now + at + 0.16)
    note.connect(volume).connect(destination)
    note.start(now + at)
    note.stop(now + at + 0.18)
  }
}
