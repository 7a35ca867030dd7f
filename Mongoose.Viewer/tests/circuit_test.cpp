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
    checks.that(!isPinged(circuit, START + 200ms) && !isPinged(circuit, START + 249ms), "until the first reply one each 250 ms");
    checks.that(isPinged(circuit, START + 250ms), "as said");
    checks.that(circuit.onPingReply(id, START + 250ms), "its reply is ours");
    checks.that(circuit.requester().pingInterval() == 125ms, "then two each round trip");
    checks.that(!isPinged(circuit, START + 374ms) && isPinged(circuit, START + 375ms), "from that reply on");
    checks.that(!isPinged(circuit, START + 499ms) && isPinged(circuit, START + 500ms), "as said");
}

void repliesAreToldByTheirId(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    const std::uint8_t first = pinged(circuit, START, checks);
    const std::uint8_t second = pinged(circuit, START + 250ms, checks);
    checks.that(first != second, "two pings on their way have two ids");
    isPinged(circuit, START + 450ms);
    checks.that(circuit.onPingReply(second, START + 450ms) && circuit.requester().pingInterval() == 100ms, "the second's round trip");
    checks.that(circuit.onPingReply(first, START + 450ms) && circuit.requester().pingInterval() == 225ms, "the first's round trip");
    checks.that(!circuit.onPingReply(second, START + 500ms), "a second reply to a ping is not ours");
    checks.that(!circuit.onPingReply(7, START + 500ms), "nor is one to a ping of the viewer's");
}

/// The ping interval, half the round trip, after five seconds on a path with frames of one length after another.
LLMongoose::Duration measured(LLMongoose::Duration round_trip, LLMongoose::Duration frame, LLMongoose::Duration longer_frame, Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    std::array<Instant, 256> replies{};
    int frames = 0;
    for (Instant now = START; now < START + 5s; now += frames++ % 3 == 0 ? longer_frame : frame)
    {
        for (std::size_t id = 0; id < replies.size(); id++)
        {
            if (replies[id] != Instant() && replies[id] <= now)
            {
                replies[id] = {};
                checks.that(circuit.onPingReply(static_cast<std::uint8_t>(id), now), "a reply is read in the frame after it came");
            }
        }
        std::uint8_t id = 0;
        if (circuit.tryPing(0, now, id))
        {
            replies[id] = now + round_trip;
        }
    }
    return circuit.requester().pingInterval();
}

void framesAreNoPartOfTheRoundTrip(Checks& checks)
{
    for (const auto frame : { 10ms, 22ms, 50ms })
    {
        for (const auto round_trip : { 120ms, 200ms, 330ms })
        {
            const auto off = 2 * measured(round_trip, frame, frame + 3ms, checks) - round_trip;
            checks.that(off <= frame / 2 + 3ms && off >= -frame / 2 - 3ms, "the path's round trip, within half a frame");
        }
    }
}

void aRoundTripThatJumpsIsReadInFull(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    circuit.onPingReply(pinged(circuit, START, checks), START + 20ms);
    const std::uint8_t first = pinged(circuit, START + 250ms, checks);
    for (Instant now = START + 300ms; now <= START + 20250ms; now += 50ms)
    {
        isPinged(circuit, now);
    }
    circuit.onPingReply(first, START + 20250ms);
    LLMongoose::ThrottleRequest request;
    checks.that(circuit.tryTake(START + 20250ms, request), "a request goes");
    checks.that(circuit.requester().nextWakeAt() == START + 80250ms, "repeated after three round trips of 20 s each");
    checks.that(circuit.requester().pingInterval() == 1s, "which is pinged each second");
    checks.that(isPinged(circuit, START + 80s), "what is not answered within a minute never will be: its id is free");
}

/// A path of 20 ms that loses pings, read every 10 ms for five minutes.
template <typename Loss, typename Look>
void pingFiveMinutes(Loss is_lost, Look look, Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    std::array<Instant, 256> sent{};
    std::array<Instant, 256> replies{};
    for (Instant now = START; now < START + 300s; now += 10ms)
    {
        for (std::size_t id = 0; id < replies.size(); id++)
        {
            if (replies[id] == now)
            {
                checks.that(circuit.onPingReply(static_cast<std::uint8_t>(id), now), "a reply is ours");
                sent[id] = {};
            }
        }
        std::uint8_t id = 0;
        if (circuit.tryPing(0, now, id))
        {
            checks.that(sent[id] == Instant() || now - sent[id] > 60s, "an id is not used again while its ping is out");
            sent[id] = now;
            replies[id] = is_lost(now) ? Instant() : now + 20ms;
            look(now);
        }
    }
}

void anOutageEndsWithAPingSoon(Checks& checks)
{
    for (const std::chrono::milliseconds outage : { 1s, 3s, 10s, 30s, 59s, 61s, 95s })
    {
        const Instant begin = START + 100s;
        const Instant end = begin + outage;
        Instant last = START;
        int pings = 0;
        int pings_after = 0;
        pingFiveMinutes(
            [&](Instant now) { return now >= begin && now < end; },
            [&](Instant now)
            {
                const auto gap = now - last;
                last = now;
                pings += now >= begin && now < end ? 1 : 0;
                pings_after += now >= end ? 1 : 0;
                checks.that(gap <= 4s, "never more than four seconds without a ping");
                checks.that(pings_after != 1 || gap <= outage / 8 + 10ms, "after an outage a ping goes within an eighth of its length");
                checks.that(pings_after != 2 || gap <= 70ms, "and the next one soon after its reply");
                checks.that(now < START + 300ms || (now >= begin && pings_after < 3) || gap == 50ms, "with the first reply all is as before");
            },
            checks);
        checks.that(pings >= 8 && pings < 64, "an outage takes few ids");
        checks.that(pings_after >= 2000, "pings go on");
    }
}

void lossLeavesIds(Checks& checks)
{
    for (const int answered : { 1, 2, 4, 8 })
    {
        int pings = 0;
        Instant last = START;
        pingFiveMinutes(
            [&](Instant) { return ++pings % (answered + 1) == 0; },
            [&](Instant now)
            {
                checks.that(now - last <= 2s, "pings go on where up to half of them are lost");
                last = now;
            },
            checks);
        checks.that(pings >= 500, "pings go on");
    }
}

void idsKeepAwayFromTheViewers(Checks& checks)
{
    for (int viewer = 0; viewer < 256; viewer++)
    {
        LLMongooseCircuit circuit({}, START);
        for (int i = 0; i < 200; i++)
        {
            const std::uint8_t id = pinged(circuit, START + i * 4s, checks, static_cast<std::uint8_t>(viewer));
            const auto ahead = static_cast<std::uint8_t>(id - viewer);
            checks.that(ahead >= 32 && ahead < 224, "an id of ours is far from the viewer's own, behind and ahead");
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
    const std::uint8_t id = pinged(circuit, START, checks);
    isPinged(circuit, START + 100ms);
    circuit.onPingReply(id, START + 100ms);
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
    framesAreNoPartOfTheRoundTrip(checks);
    aRoundTripThatJumpsIsReadInFull(checks);
    anOutageEndsWithAPingSoon(checks);
    lossLeavesIds(checks);
    idsKeepAwayFromTheViewers(checks);
    oldPingsAreForgotten(checks);
    packetsMakeRequests(checks);
    return checks.summary("circuit_test");
}
