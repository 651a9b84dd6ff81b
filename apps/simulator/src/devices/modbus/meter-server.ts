import { createServer } from "node:net";

import { type FCallback, type FCallbackVal, type IServiceVector, ServerTCP } from "modbus-serial";

import type { Values } from "../../physics/measured.ts";
import { meterRegisters, meterSettings, registerWidth, settingOf, toRegisters } from "./meter-registers.ts";

/** One meter behind a Modbus TCP server. */
export interface MeterUnit {
  unitId: number;
  /** The present values of the meter, faults included, by `param_id` and in the points' units. */
  measure: () => Values;
  /** Neither receives nor sends. */
  isSilent?: () => boolean;
  /** Acknowledges every write and does nothing. */
  ignoresWrites?: () => boolean;
}

export interface MeterServerOptions {
  host: string;
  /** Preferred TCP port; any free one if it is in use, or for 0. */
  preferredPort: number;
  units: readonly MeterUnit[];
}

/** Energy meters behind one Modbus TCP server, each with its own unit id. */
export interface MeterServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** `host:port`. */
  readonly address: string;
}

/** Exception codes. Source: Modbus application protocol V1.1b3 §7. */
const ILLEGAL_ADDRESS = 2;
const ILLEGAL_VALUE = 3;
const TARGET_SILENT = 11;

class ModbusException extends Error {
  readonly modbusErrorCode: number;

  constructor(modbusErrorCode: number) {
    super(`Modbus exception ${modbusErrorCode}`);
    this.modbusErrorCode = modbusErrorCode;
  }
}

/** The registers of one meter. */
class MeterMemory {
  readonly unit: MeterUnit;
  readonly #settings = new Map<string, number>(meterSettings.map(({ name, initial }) => [name, initial]));

  constructor(unit: MeterUnit) {
    this.unit = unit;
  }

  /** @throws ModbusException for a register that the meter does not have */
  read(address: number, count: number): number[] {
    const registers = this.#registers();
    return Array.from({ length: count }, (_register, index) => {
      const word = registers.get(address + index);
      // Gaps within the map read as 0, as in real meters; addresses outside it do not exist.
      if (word === undefined && !isWithinMap(address + index)) throw new ModbusException(ILLEGAL_ADDRESS);
      return word ?? 0;
    });
  }

  /** @throws ModbusException for a register that is not writable */
  write(address: number, words: readonly number[]): void {
    const setting = meterSettings.find(
      (one) => one.address === address && registerWidth(one.kind) === words.length,
    );
    if (!setting) throw new ModbusException(ILLEGAL_ADDRESS);
    const value = settingOf(words, setting.kind);
    if (!(value >= setting.min && value <= setting.max)) throw new ModbusException(ILLEGAL_VALUE);
    if (!this.unit.ignoresWrites?.()) this.#settings.set(setting.name, value);
  }

  #registers(): Map<number, number> {
    const values = this.unit.measure();
    const registers = new Map<number, number>();
    const put = (address: number, words: readonly number[]) => {
      for (const [index, word] of words.entries()) registers.set(address + index, word);
    };
    for (const register of meterRegisters)
      put(register.address, toRegisters(values[register.paramId] ?? 0, register));
    for (const setting of meterSettings)
      put(setting.address, toRegisters(this.#settings.get(setting.name) ?? 0, setting));
    return registers;
  }
}

const mapBlocks = [
  [100, 139],
  [200, 211],
  [500, 503],
] as const;

function isWithinMap(address: number): boolean {
  return mapBlocks.some(([first, last]) => address >= first && address <= last);
}

/** Starts a Modbus TCP server with the given meters. */
export async function startMeterServer(options: MeterServerOptions): Promise<MeterServer> {
  const { host, units } = options;
  const memories = new Map(units.map((unit) => [unit.unitId, new MeterMemory(unit)]));

  /** Answers with the result of `work`; a silent meter does not answer. */
  function answer<T>(
    unitId: number,
    done: (error: Error | null, value: T) => void,
    none: T,
    work: (memory: MeterMemory) => T,
  ): void {
    const memory = memories.get(unitId);
    if (memory?.unit.isSilent?.()) return;
    try {
      if (!memory) throw new ModbusException(TARGET_SILENT);
      done(null, work(memory));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), none);
    }
  }
  const readOne = (address: number, unitId: number, done: FCallbackVal<number>) =>
    answer(unitId, done, 0, (memory) => memory.read(address, 1)[0] ?? 0);
  const readMany = (address: number, count: number, unitId: number, done: FCallbackVal<number[]>) =>
    answer(unitId, done, [], (memory) => memory.read(address, count));
  // The library checks the number of arguments of each function.
  const vector: IServiceVector = {
    getInputRegister: readOne,
    getHoldingRegister: readOne,
    getMultipleInputRegisters: readMany,
    getMultipleHoldingRegisters: readMany,
    setRegister: (address: number, value: number, unitId: number, done: FCallback) =>
      answer<void>(
        unitId,
        (error) => done(error),
        undefined,
        (memory) => memory.write(address, [value]),
      ),
    setRegisterArray: (address: number, values: number[], unitId: number, done: FCallback) =>
      answer<void>(
        unitId,
        (error) => done(error),
        undefined,
        (memory) => memory.write(address, values),
      ),
  };

  const port = await freePort(host, options.preferredPort);
  const server = new ServerTCP(vector, { host, port });
  await new Promise<void>((resolve, reject) => {
    server.once("initialized", () => resolve());
    server.once("serverError", reject);
  });
  // A client that closes the connection early is not an error.
  server.on("socketError", () => {});
  server.on("error", () => {});
  return {
    host,
    port,
    address: `${host}:${port}`,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** The preferred port if it is free, else another one: the library does not return the port that it opened. */
function freePort(host: string, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" && wanted !== 0) freePort(host, 0).then(resolve, reject);
      else reject(error);
    });
    probe.listen(wanted, host, () => {
      const address = probe.address();
      const port = address && typeof address === "object" ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
