/**
 * @file circuit_test.cpp
 * @brief The pings that a circuit sends of its own, and how their replies are told from the viewer's.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "../llmongoosecircuit.h"
#include "check.h"

namespace
{

using namespace std::chrono_literals;
using LLMongoose::Instant;

constexpr Instant START(1s);

/// The id of the ping that is sent now; fails where none is due.
std::uint8_t pinged(LLMongooseCircuit& circuit, Instant now, Checks& checks, std::uint8_t last_viewer_ping_id = 0)
{
    std::uint8_t id = 0;
    checks.that(circuit.tryPing(last_viewer_ping_id, now, id), "a ping is due");
    return id;
}

bool isPinged(LLMongooseCircuit& circuit, Instant now)
{
    std::uint8_t id = 0;
    return circuit.tryPing(0, now, id);
}

void pingsFollowTheRoundTrip(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    const std::uint8_t id = pinged(circuit, START, checks);
    checks.that(!isPinged(circuit, START + 249ms), "until the first reply one each 250 ms");
    checks.that(circuit.onPingReply(id, START + 200ms), "its reply is ours");
    checks.that(circuit.requester().pingInterval() == 100ms, "then two each round trip");
    checks.that(isPinged(circuit, START + 250ms) && !isPinged(circuit, START + 349ms) && isPinged(circuit, START + 350ms), "as said");
}

void repliesAreToldByTheirId(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    const std::uint8_t first = pinged(circuit, START, checks);
    const std::uint8_t second = pinged(circuit, START + 250ms, checks);
    checks.that(first != second, "two pings on their way have two ids");
    checks.that(circuit.onPingReply(second, START + 300ms) && circuit.requester().pingInterval() == 50ms, "the second's round trip");
    checks.that(circuit.onPingReply(first, START + 400ms) && circuit.requester().pingInterval() == 200ms, "the first's round trip");
    checks.that(!circuit.onPingReply(second, START + 500ms), "a second reply to a ping is not ours");
    checks.that(!circuit.onPingReply(7, START + 500ms), "nor is one to a ping of the viewer's");
}

void idsKeepAwayFromTheViewers(Checks& checks)
{
    for (int viewer = 0; viewer < 256; viewer++)
    {
        LLMongooseCircuit circuit({}, START);
        for (int i = 0; i < 100; i++)
        {
            const std::uint8_t id = pinged(circuit, START + i * 250ms, checks, static_cast<std::uint8_t>(viewer));
            const auto ahead = static_cast<std::uint8_t>(id - viewer);
            checks.that(ahead >= 96 && ahead < 160, "an id of ours is far from the viewer's own, behind and ahead");
        }
    }
}

void oldPingsAreForgotten(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    const std::uint8_t lost = pinged(circuit, START, checks);
    checks.that(!circuit.onPingReply(lost, START + 61s), "when the viewer's own count comes to it, the reply is the viewer's");
    const std::uint8_t old = pinged(circuit, START + 62s, checks);
    circuit.onNewCircuit(START + 62s);
    checks.that(!circuit.onPingReply(old, START + 63s), "a reply of the region that was left is not ours");
    checks.that(isPinged(circuit, START + 63s), "the new region is pinged at once");
}

void packetsMakeRequests(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    LLMongoose::ThrottleRequest request;
    checks.that(!circuit.tryTake(START, request), "the first request waits for a round trip");
    circuit.onPingReply(pinged(circuit, START, checks), START + 100ms);
    checks.that(circuit.tryTake(START + 100ms, request) && request.generation == 1, "and goes with it");
    for (std::uint32_t i = 1; i <= 50; i++)
    {
        circuit.onPacket(i, false, 375, START + 100ms + i * std::chrono::milliseconds(2));
    }
    checks.that(circuit.tryTake(START + 200ms, request) && request.rate.bitsPerSecond() == 54L * 375 * 8 * 10, "a packet more for each");
}

} // namespace

int main()
{
    Checks checks;
    pingsFollowTheRoundTrip(checks);
    repliesAreToldByTheirId(checks);
    idsKeepAwayFromTheViewers(checks);
    oldPingsAreForgotten(checks);
    packetsMakeRequests(checks);
    return checks.summary("circuit_test");
}
