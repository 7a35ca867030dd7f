/**
 * @file circuit_test.cpp
 * @brief The additional pings of a circuit, and how their replies are distinguished from replies to the viewer's own pings.
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

/// The id of the ping that is sent now; fails if no ping is due.
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
    checks.that(!isPinged(circuit, START + 200ms) && !isPinged(circuit, START + 249ms), "one ping every 250 ms until the first reply");
    checks.that(isPinged(circuit, START + 250ms), "the second ping after 250 ms");
    checks.that(circuit.onPingReply(id, START + 250ms), "the reply is recognised");
    checks.that(circuit.requester().pingInterval() == 125ms, "then two pings per round trip");
    checks.that(!isPinged(circuit, START + 374ms) && isPinged(circuit, START + 375ms), "the new interval begins with the reply");
    checks.that(!isPinged(circuit, START + 499ms) && isPinged(circuit, START + 500ms), "the new interval is kept");
}

void repliesAreDistinguishedByTheirId(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    const std::uint8_t first = pinged(circuit, START, checks);
    const std::uint8_t second = pinged(circuit, START + 250ms, checks);
    checks.that(first != second, "two unanswered pings have different ids");
    isPinged(circuit, START + 450ms);
    checks.that(circuit.onPingReply(second, START + 450ms) && circuit.requester().pingInterval() == 100ms, "the second's round trip");
    checks.that(circuit.onPingReply(first, START + 450ms) && circuit.requester().pingInterval() == 225ms, "the first's round trip");
    checks.that(!circuit.onPingReply(second, START + 500ms), "a second reply to a ping is left to the viewer");
    checks.that(!circuit.onPingReply(7, START + 500ms), "a reply to the viewer's own ping is left to the viewer");
}

/// The ping interval, which is half the measured round trip, after five seconds with every third frame longer than the others.
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
                checks.that(circuit.onPingReply(static_cast<std::uint8_t>(id), now), "a reply is read in the frame after its arrival");
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

void frameTimesAreNotPartOfTheRoundTrip(Checks& checks)
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
    checks.that(circuit.tryTake(START + 20250ms, request), "a request is sent");
    checks.that(circuit.requester().nextWakeAt() == START + 80250ms, "it is repeated after three round trips of 20 s each");
    checks.that(circuit.requester().pingInterval() == 1s, "one ping per second");
    checks.that(isPinged(circuit, START + 80s), "the id of a ping that is not answered within a minute is free again");
}

/// A path of 20 ms that loses pings, read every 10 ms for five minutes.
template <typename Loss, typename Observer>
void pingFiveMinutes(Loss is_lost, Observer on_ping, Checks& checks)
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
                checks.that(circuit.onPingReply(static_cast<std::uint8_t>(id), now), "a reply is recognised");
                sent[id] = {};
            }
        }
        std::uint8_t id = 0;
        if (circuit.tryPing(0, now, id))
        {
            checks.that(sent[id] == Instant() || now - sent[id] > 60s, "an id is not reused while its ping may be answered");
            sent[id] = now;
            replies[id] = is_lost(now) ? Instant() : now + 20ms;
            on_ping(now);
        }
    }
}

void aPingFollowsAnOutageSoon(Checks& checks)
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
                checks.that(gap <= 4s, "at most four seconds without a ping");
                checks.that(pings_after != 1 || gap <= outage / 8 + 10ms, "after an outage a ping is sent within an eighth of its duration");
                checks.that(pings_after != 2 || gap <= 70ms, "and the next one soon after its reply");
                checks.that(now < START + 300ms || (now >= begin && pings_after < 3) || gap == 50ms, "the first reply restores the usual interval");
            },
            checks);
        checks.that(pings >= 8 && pings < 64, "an outage uses few ids");
        checks.that(pings_after >= 2000, "pings continue");
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
                checks.that(now - last <= 2s, "pings continue while up to half of them are lost");
                last = now;
            },
            checks);
        checks.that(pings >= 500, "pings continue");
    }
}

void idsDifferFromTheViewers(Checks& checks)
{
    for (int viewer = 0; viewer < 256; viewer++)
    {
        LLMongooseCircuit circuit({}, START);
        for (int i = 0; i < 200; i++)
        {
            const std::uint8_t id = pinged(circuit, START + i * 4s, checks, static_cast<std::uint8_t>(viewer));
            const auto ahead = static_cast<std::uint8_t>(id - viewer);
            checks.that(ahead >= 32 && ahead < 224, "the id of an additional ping is far from the viewer's own ids in both directions");
        }
    }
}

void oldPingsAreForgotten(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    const std::uint8_t lost = pinged(circuit, START, checks);
    checks.that(!circuit.onPingReply(lost, START + 61s), "when the viewer's own count reaches an id, the reply is left to the viewer");
    const std::uint8_t old = pinged(circuit, START + 62s, checks);
    circuit.onNewCircuit(START + 62s);
    checks.that(!circuit.onPingReply(old, START + 63s), "a reply from the previous region is not used");
    checks.that(isPinged(circuit, START + 63s), "the new region is pinged immediately");
}

void packetsMakeRequests(Checks& checks)
{
    LLMongooseCircuit circuit({}, START);
    LLMongoose::ThrottleRequest request;
    checks.that(!circuit.tryTake(START, request), "the first request waits for a round trip");
    const std::uint8_t id = pinged(circuit, START, checks);
    isPinged(circuit, START + 100ms);
    circuit.onPingReply(id, START + 100ms);
    checks.that(circuit.tryTake(START + 100ms, request) && request.generation == 1, "it is sent with the first round trip");
    for (std::uint32_t i = 1; i <= 50; i++)
    {
        circuit.onPacket(i, false, 375, START + 100ms + i * std::chrono::milliseconds(2));
    }
    checks.that(circuit.tryTake(START + 200ms, request) && request.rate.bitsPerSecond() == 54L * 375 * 8 * 10, "one more packet per packet received");
}

} // namespace

int main()
{
    Checks checks;
    pingsFollowTheRoundTrip(checks);
    repliesAreDistinguishedByTheirId(checks);
    frameTimesAreNotPartOfTheRoundTrip(checks);
    aRoundTripThatJumpsIsReadInFull(checks);
    aPingFollowsAnOutageSoon(checks);
    lossLeavesIds(checks);
    idsDifferFromTheViewers(checks);
    oldPingsAreForgotten(checks);
    packetsMakeRequests(checks);
    return checks.summary("circuit_test");
}
