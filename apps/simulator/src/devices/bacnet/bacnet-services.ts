import type bacnet from "@bacnet-js/client";
import {
  ApplicationTag,
  type BACNetAddress,
  ConfirmedServiceChoice,
  ErrorClass,
  ErrorCode,
  Segmentation,
} from "@bacnet-js/client";

import { objectKey } from "./bacnet-objects.ts";
import { type PropertyError, propertyError, VENDOR_ID } from "./bacnet-properties.ts";
import type { CovNotifier } from "./cov-notifier.ts";
import type { CovSubscriptions } from "./cov-subscriptions.ts";
import { type ObjectDatabase, unknownObject } from "./object-database.ts";
import { PRIORITIES } from "./priority-array.ts";

type Client = InstanceType<typeof bacnet.default>;

const INSTANCE_MAX = 4_194_303;

function refuse(client: Client, to: BACNetAddress, service: number, invokeId: number, error: PropertyError) {
  client.errorResponse(to, service, invokeId, error.errorClass, error.errorCode);
}

/** Answers Who-Is, ReadProperty, ReadPropertyMultiple and WriteProperty. */
export function answerPropertyServices(
  client: Client,
  instance: number,
  database: ObjectDatabase,
  notifier: CovNotifier,
): void {
  client.on("whoIs", ({ header, payload }) => {
    const { lowLimit = 0, highLimit = INSTANCE_MAX } = payload;
    if (header && instance >= lowLimit && instance <= highLimit)
      client.iAmResponse(header.sender, instance, Segmentation.NO_SEGMENTATION, VENDOR_ID);
  });
  client.on("readProperty", ({ header, payload, invokeId }) => {
    if (!header || invokeId === undefined) return;
    const value = database.read(payload.objectId, payload.property.id, payload.property.index);
    if (Array.isArray(value))
      client.readPropertyResponse(header.sender, invokeId, payload.objectId, payload.property, value);
    else refuse(client, header.sender, ConfirmedServiceChoice.READ_PROPERTY, invokeId, value);
  });
  client.on("readPropertyMultiple", ({ header, payload, invokeId }) => {
    if (!header || invokeId === undefined) return;
    const answers = payload.properties.map(({ objectId, properties }) => ({
      objectId,
      values: properties.map((property) => {
        const value = database.read(objectId, property.id, property.index);
        return {
          property,
          value: Array.isArray(value)
            ? value
            : [{ type: ApplicationTag.ERROR, value: { type: "BacnetError", ...value } }],
        };
      }),
    }));
    try {
      client.readPropertyMultipleResponse(header.sender, invokeId, answers);
    } catch {
      // The answer is longer than a frame, and this device does not support segmentation.
      refuse(
        client,
        header.sender,
        ConfirmedServiceChoice.READ_PROPERTY_MULTIPLE,
        invokeId,
        propertyError(ErrorClass.SERVICES, ErrorCode.ABORT_BUFFER_OVERFLOW),
      );
    }
  });
  client.on("writeProperty", ({ header, payload, invokeId }) => {
    if (!header || invokeId === undefined) return;
    const { objectId, value } = payload;
    const priority = value.priority >= 1 && value.priority <= PRIORITIES ? value.priority : PRIORITIES;
    const error = database.write(objectId, value.property.id, priority, value.value[0]);
    if (error) return refuse(client, header.sender, ConfirmedServiceChoice.WRITE_PROPERTY, invokeId, error);
    client.simpleAckResponse(header.sender, ConfirmedServiceChoice.WRITE_PROPERTY, invokeId);
    const object = database.find(objectId);
    if (object) notifier.notify(object, database.presentValue(object), database.status(object));
  });
}

interface CovParts {
  database: ObjectDatabase;
  notifier: CovNotifier;
  subscriptions: CovSubscriptions;
  now: () => number;
}

/** Answers SubscribeCOV with the first notification. */
export function answerSubscriptions(
  client: Client,
  { database, notifier, subscriptions, now }: CovParts,
): void {
  client.on("subscribeCov", ({ header, payload, invokeId }) => {
    if (!header || invokeId === undefined) return;
    const { type, instance } = payload.monitoredObjectId;
    const service = ConfirmedServiceChoice.SUBSCRIBE_COV;
    const object = database.find({ type, instance });
    if (!object) return refuse(client, header.sender, service, invokeId, unknownObject);
    const of = {
      subscriber: header.sender,
      processId: payload.subscriberProcessId,
      objectKey: objectKey(type, instance),
    };
    if ("cancellationRequest" in payload && payload.cancellationRequest === true) subscriptions.cancel(of);
    else if (
      !subscriptions.add({
        ...of,
        isConfirmed: payload.issueConfirmedNotifications,
        expiresAtMs: payload.lifetime > 0 ? now() + payload.lifetime * 1_000 : Number.POSITIVE_INFINITY,
      })
    )
      return refuse(
        client,
        header.sender,
        service,
        invokeId,
        propertyError(ErrorClass.RESOURCES, ErrorCode.NO_SPACE_TO_ADD_LIST_ELEMENT),
      );
    client.simpleAckResponse(header.sender, service, invokeId);
    notifier.notify(object, database.presentValue(object), database.status(object));
  });
}
